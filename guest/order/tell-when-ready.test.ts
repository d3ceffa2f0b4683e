// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, it, vi } from 'vitest';
import { playNotes } from '../base/play-notes.ts';
import { TellWhenReady } from './tell-when-ready.tsx';

vi.mock('../base/play-notes.ts', () => ({ playNotes: vi.fn<() => void>() }));
vi.stubGlobal(
  'AudioContext',
  class {
    resume = async () => undefined;
  },
);

it('rings once for each time that the order becomes ready: a Ready by mistake that was undone, then the real one', async () => {
  const place = document.createElement('div');
  const be = (isReady: boolean) => act(() => render(h(TellWhenReady, { isReady }), place));
  await be(false);
  await act(() => place.querySelector('button')?.click());
  expect(playNotes).not.toHaveBeenCalled();
  await be(true);
  await be(true);
  expect(playNotes).toHaveBeenCalledTimes(1);
  await be(false);
  expect(document.title).toBe('Your order');
  await be(true);
  expect(playNotes).toHaveBeenCalledTimes(2);
});
