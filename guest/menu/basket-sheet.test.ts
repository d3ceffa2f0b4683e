// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { pence } from '#shared/base/money.ts';
import type { Line } from '../base/basket.ts';
import { keep } from '../base/kept.ts';
import { BasketSheet } from './basket-sheet.tsx';

let write = () => {};
vi.mock('../base/on-disk.ts', () => ({
  toDisk: () => new Promise<boolean>((resolve) => (write = () => resolve(true))),
  fromDisk: async () => undefined,
}));
const assign = vi.fn<Location['assign']>();
beforeEach(() => void vi.spyOn(location, 'assign').mockImplementation(assign.mockClear()));
afterEach(() => void vi.unstubAllGlobals());

const tea = { id: 'tea', name: 'Tea', cost: pence(300), note: '', modifiers: [] };
const categories = [{ id: 'all', name: 'All', list: [tea] }];
const menu = { outlet: { id: 'bar' }, catalog: { categories } } as unknown as GuestMenu;
const lines: Line[] = [{ itemId: 'tea', quantity: 1 }];

/** Keeps a basket, and presses the way to pay at once. */
async function goToPay(): Promise<void> {
  keep('bar', () => ({ lines }));
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const given = { menu, notice: null, lines, refusal: null, payAt: '/o/bar/pay' };
  const unused = { onChange: () => undefined, onClose: () => undefined };
  await act(() => render(h(BasketSheet, { ...given, ...unused }), place));
  await act(() => place.querySelector('a')!.click());
}

it('the way to pay does not wait for the disk where the browser’s storage has room', async () => {
  await goToPay();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/o/bar/pay'));
});

it('the way to pay waits until the basket is on disk where the browser’s storage is full', async () => {
  const setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem });
  await goToPay();
  expect(assign).not.toHaveBeenCalled();
  write();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/o/bar/pay'));
});
