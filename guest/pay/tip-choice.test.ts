// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { TipChoice } from './tip-choice.tsx';

it('charges nothing of an earlier tip while "Other" is still empty', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  let tip = 0;
  const draw = () =>
    render(h(TipChoice, { tip, items: pence(2000), onChange: (chosen) => void (tip = chosen) }), place);
  const choose = async (label: string) => {
    const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    await act(() => found?.querySelector('input')?.click());
    await act(draw);
  };
  await act(draw);
  await choose('£5');
  expect(tip).toBe(500);
  await choose('Other');
  expect(tip).toBe(0);
  expect(place.querySelector<HTMLInputElement>('#tip')?.value).toBe('');
});
