// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, it, vi } from 'vitest';
import { keep } from '../base/kept.ts';
import { OrderPage } from './order-page.tsx';

vi.mock('../base/on-disk.ts', () => ({ toDisk: async () => true, fromDisk: async () => undefined }));
beforeEach(() => localStorage.clear());

const outlet = { id: 'bar', name: 'Bar', brandImageUrl: null, timeZone: 'Europe/London' };

it('says of an order that this browser kept until two days ago nothing that is not so (D69)', async () => {
  history.replaceState(null, '', '/o/bar/orders/first');
  keep('bar', () => ({
    orders: [{ id: 'first', token: 'secret', number: 1, at: Date.now() - 49 * 60 * 60_000 }],
  }));
  const place = document.createElement('div');
  await act(() => render(h(OrderPage, { outlet, hasMenu: true }), place));
  await vi.waitFor(() => expect(place.textContent).toContain('in another one, or more than two days ago'));
});
