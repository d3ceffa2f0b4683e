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

/** Presses the button that lets it ring. */
const allow = (place: HTMLElement) => act(() => place.querySelector('button')?.click());

it('rings once for each time that the order becomes ready: a Ready by mistake that was undone, then the real one', async () => {
  const place = document.createElement('div');
  const be = (isReady: boolean) => act(() => render(h(TellWhenReady, { isReady }), place));
  await be(false);
  await allow(place);
  expect(playNotes).not.toHaveBeenCalled();
  await be(true);
  await be(true);
  expect(playNotes).toHaveBeenCalledTimes(1);
  await be(false);
  expect(document.title).toBe('Your order');
  await be(true);
  expect(playNotes).toHaveBeenCalledTimes(2);
});

it('keeps the phone awake from the press until the order is ready, and names the tab Ready no longer than it is', async () => {
  const release = vi.fn<() => Promise<void>>(async () => undefined);
  const request = vi.fn<() => Promise<{ release: typeof release }>>(async () => ({ release }));
  vi.stubGlobal('navigator', { wakeLock: { request } });
  const place = document.createElement('div');
  const be = (isReady: boolean) => act(() => render(h(TellWhenReady, { isReady }), place));
  await be(false);
  expect(request).not.toHaveBeenCalled();
  await allow(place);
  expect(request).toHaveBeenCalledTimes(1);
  expect(release).not.toHaveBeenCalled();
  await be(true);
  expect(release).toHaveBeenCalledTimes(1);
  expect(document.title).toBe('Ready! Your order');
  await act(() => render(null, place));
  expect(document.title).toBe('Your order');
});
