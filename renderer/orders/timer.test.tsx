// @vitest-environment happy-dom
import { render, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { Elapsed } from './timer.tsx';

const agoIso = (ms: number) => new Date(Date.now() - ms).toISOString();

it.each([
  ['was placed', {}, /^4:0\d$/, 'too-late'],
  ['came, where its customer’s bank asked first', { cameAt: agoIso(0) }, /^0:0\d$/, ''],
])('a new card’s timer counts from when the order %s (D30)', async (_what, came, text, mood) => {
  render(<Elapsed order={sampleOrder({ createdAt: agoIso(4 * 60_000), ...came })} />);
  const timer = document.querySelector<HTMLElement>('[data-elapsed]');
  await waitFor(() => expect(timer?.textContent).toMatch(text));
  expect(timer?.dataset['mood'] ?? '').toBe(mood);
  document.body.replaceChildren();
});
