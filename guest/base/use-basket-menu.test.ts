// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { keep, readKept, useKept } from './kept.ts';
import type { BasketMenu } from './held-menu.ts';
import { useBasketMenu } from './use-basket-menu.ts';

vi.mock('./on-disk.ts', () => ({ toDisk: async () => true, fromDisk: async () => undefined }));

const at = (time: string) => `2027-11-15T${time}:00.000Z`;
const menu = (asOf: string, changesAt: string, names: string[]) =>
  ({
    outlet: { id: 'bar', timeZone: 'Europe/London' },
    hours: { timeZone: 'Europe/London', asOf: at(asOf), changesAt: at(changesAt), notServed: [] },
    catalog: {
      id: 'menu',
      revision: 1,
      categories: [
        { id: 'all', list: names.map((name) => ({ id: name, name, cost: 900, note: '', modifiers: [] })) },
      ],
    },
  }) as unknown as GuestMenu;
const before = menu('18:00', '21:00', ['Burger', 'Ale']);
const after = menu('21:00', '23:00', ['Ale']);

const seen = vi.fn<(basketMenu: BasketMenu) => void>();
const shown = () => seen.mock.lastCall![0];
function Page({ now }: { now: GuestMenu }) {
  seen(useBasketMenu(now, useKept('bar')));
  return null;
}
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
/** A page of its own, as it is after a walk from another. */
function open() {
  const place = document.createElement('div');
  return async (now: GuestMenu) => {
    await act(() => render(h(Page, { now }), place));
    await pass(0);
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('20:58')) });
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

it('holds a basket on the page that saw the hours change, and on the next; then it is over on both', async () => {
  const atMenu = open();
  await atMenu(before);
  await act(() => void keep('bar', () => ({ lines: [{ itemId: 'Burger', quantity: 1 }] })));
  const { at: chosenAt } = readKept('bar');
  vi.setSystemTime(at('21:00'));
  await atMenu(after);
  expect(shown().notice).toContain('Burger');
  vi.setSystemTime(at('21:04'));
  await open()(after);
  expect(shown().notice).toContain('until 21:05');
  expect(shown().menu.hours?.asOf).toBe(at('18:00'));
  await pass(60_000);
  expect(shown()).toEqual({ menu: after, notice: null });
  expect(readKept('bar').seen?.asOf).toBe(at('21:00'));
  expect(readKept('bar').at - chosenAt, 'a basket is no younger because its menu changed').toBeLessThan(1000);
});

it('rests on a phone whose clock is a month behind', async () => {
  vi.setSystemTime('2027-10-15T21:00:00.000Z');
  const page = open();
  await page(before);
  await act(() => void keep('bar', () => ({ lines: [{ itemId: 'Burger', quantity: 1 }] })));
  await page(after);
  expect(shown().notice).toContain('Burger');
  seen.mockClear();
  await pass(1_000);
  expect(seen).not.toHaveBeenCalled();
});
