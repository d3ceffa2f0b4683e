// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { pence } from '#shared/base/money.ts';
import { aleForTwo } from '../../tests/support/samples/guest-placing.ts';
import { placeOrder } from '../base/calls.ts';
import { keep, useKept, type Kept } from '../base/kept.ts';
import { stripeForm } from './cards.ts';
import { usePaying } from './use-paying.ts';

vi.mock('../base/calls.ts', () => ({ placeOrder: vi.fn<typeof placeOrder>() }));
vi.mock('../base/on-disk.ts', () => ({ toDisk: async () => true, fromDisk: async () => undefined }));

const list = [{ id: 'Ale', name: 'Ale', cost: pence(450), note: '', modifiers: [] }];
const menu = {
  outlet: { id: 'bar', serviceTypeSelected: 'order-number' },
  catalog: { id: 'menu', revision: 1, categories: [{ id: 'all', name: 'All', list }] },
} as unknown as GuestMenu;

type Paying = ReturnType<typeof usePaying>;
const seen = vi.fn<(paying: Paying, kept: Kept) => void>();
const shown = () => seen.mock.lastCall?.[0];
function Form({ kept }: { kept: Kept }) {
  seen(usePaying({ menu, table: null, kept, refusal: null, onRefused: () => undefined }), kept);
  return null;
}
/** The page pays once it has read what is kept. */
function Page() {
  const kept = useKept('bar');
  return kept && h(Form, { kept });
}

const place = document.createElement('div');

const threeMinutes = async () => void vi.setSystemTime(Date.now() + 3 * 60_000);
/** Stripe's form, of which each step takes its time. */
async function formOf(submit: () => Promise<void>, create: () => Promise<void>) {
  const elements = {
    create: () => ({ mount: () => undefined }),
    update: () => undefined,
    submit: async () => (await submit(), {}),
  };
  window.Stripe = () => ({
    elements: () => elements,
    createPaymentMethod: async () => (await create(), { paymentMethod: { id: 'pm_1' } }),
    handleNextAction: async () => undefined,
  });
  const form = stripeForm({ publishableKey: 'pk_test', account: 'acct_one' }, pence(900), 'light');
  await form.mount(document.createElement('div'));
  return form;
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
  const locks = { request: (_name: string, work: () => Promise<unknown>) => work() };
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as unknown as LockManager);
  vi.spyOn(location, 'assign').mockReturnValue(undefined);
  const reply = { order: { id: 'o', orderNumber: 1, status: 'deliver_pending' }, trackingToken: 'secret' };
  vi.mocked(placeOrder).mockReset();
  vi.mocked(placeOrder).mockResolvedValue({ kind: 'done', reply } as Awaited<ReturnType<typeof placeOrder>>);
  keep('bar', () => ({ lines: aleForTwo.items, customerName: 'Priya' }));
});
afterEach(async () => {
  await act(() => render(null, place));
  vi.useRealTimers();
  vi.restoreAllMocks();
  delete window.Stripe;
});

async function pressPay(form: Awaited<ReturnType<typeof formOf>>): Promise<void> {
  await act(() => render(h(Page, {}), place));
  await vi.waitFor(() => expect(shown()?.state.kind).toBe('ready'));
  shown()?.onForm(form);
  await act(async () => shown()?.pay(new SubmitEvent('submit')));
}

const soon = async () => undefined;

it('sends the order of a guest who took three minutes in their wallet’s sheet (D69)', async () => {
  await pressPay(await formOf(threeMinutes, soon));
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith('/o/bar/orders/o'));
  expect(placeOrder).toHaveBeenCalledTimes(1);
});

it('shows what was paid for until the page of its order is there, and the empty basket to who comes back', async () => {
  keep('bar', () => ({ tip: 100 }));
  await pressPay(await formOf(soon, soon));
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith('/o/bar/orders/o'));
  expect(seen.mock.lastCall?.[1].lines, 'another page finds it empty').toEqual([]);
  expect(shown()).toMatchObject({
    busy: true,
    basket: { lines: aleForTwo.items, tip: 100 },
    sums: { amount: 1000, problems: {} },
  });
  await act(async () => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  });
  await vi.waitFor(() => expect(shown()).toMatchObject({ busy: false, basket: { lines: [], tip: 0 } }));
});

it('sends no order of a phone that slept for three minutes after its guest had paid (D69)', async () => {
  await pressPay(await formOf(soon, threeMinutes));
  await vi.waitFor(() =>
    expect(shown()?.state).toMatchObject({ kind: 'failed', message: expect.stringContaining('not sent') }),
  );
  expect(placeOrder).not.toHaveBeenCalled();
});

it('empties a basket of earlier where its guest sees it, and says so until it has lines again (D69)', async () => {
  const form = await formOf(soon, soon);
  const submit = vi.spyOn(form, 'method').mockImplementation(async () => {
    vi.setSystemTime(Date.now() + 7 * 60 * 60_000);
    return { id: 'pm_1', at: Date.now() };
  });
  await pressPay(form);
  await vi.waitFor(() => expect(shown()?.state.kind).toBe('emptied'));
  expect(submit).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(seen.mock.lastCall?.[1].lines).toEqual([]));
  expect(shown()?.state.kind, 'it is said for as long as the basket is empty').toBe('emptied');
  expect(placeOrder).not.toHaveBeenCalled();
  // As when another tab adds to it.
  await act(() => void keep('bar', () => ({ lines: aleForTwo.items })));
  await vi.waitFor(() => expect(shown()?.state.kind).toBe('ready'));
  await act(() => void keep('bar', () => ({ lines: [] })));
  expect(seen.mock.lastCall?.[1].lines).toEqual([]);
  expect(shown()?.state.kind, 'the guest emptied it').toBe('ready');
});

it('marks a missing name only once Pay was pressed, and no longer than it is missing', async () => {
  keep('bar', () => ({ customerName: ' ' }));
  await act(() => render(h(Page, {}), place));
  await vi.waitFor(() => expect(shown()?.state.kind).toBe('ready'));
  expect(shown()?.missing).toEqual({});
  await act(async () => shown()?.pay(new SubmitEvent('submit')));
  expect(shown()?.missing.customerName).toContain('Please give a name');
  await act(() => void keep('bar', () => ({ customerName: 'P' })));
  expect(shown()?.missing).toEqual({});
  expect(placeOrder).not.toHaveBeenCalled();
});
