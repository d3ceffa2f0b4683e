// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { placeOrder } from '../base/calls.ts';
import type { Seen } from '../base/held-menu.ts';
import { keep, readKept, type Attempt } from '../base/kept.ts';
import type { OnDisk } from '../base/on-disk.ts';
import { aleForTwo as body, placingAtBar as placing } from '../../tests/support/samples/guest-placing.ts';
import { findOut, placeOnce, type Placing } from './placing.ts';

vi.mock('../base/calls.ts', () => ({ placeOrder: vi.fn<typeof placeOrder>() }));
const disk = new Map<string, OnDisk>();
vi.mock('../base/on-disk.ts', () => ({
  // As a browser's disk does, it takes longer than the page that asks it.
  async toDisk(key: string, kept: OnDisk) {
    await new Promise((resolve) => setTimeout(resolve));
    disk.set(key, kept);
    return true;
  },
  fromDisk: async () => undefined,
}));

/** The server answers so from now on. */
function answer(status: string, id: string, cancellation: object | null = null): void {
  const reply = { order: { id, orderNumber: 2, status, cancellation }, trackingToken: 'secret' };
  vi.mocked(placeOrder).mockResolvedValue({ kind: 'done', reply } as Awaited<ReturnType<typeof placeOrder>>);
}

const seen: Seen = {
  catalogId: 'menu',
  revision: 1,
  timeZone: 'Europe/London',
  asOf: '2027-11-15T18:00:00.000Z',
  changesAt: '2027-11-15T21:00:00.000Z',
  categories: [],
};

/** The guest has had a round, and sends the next one. */
function secondRound(): Attempt {
  const attempt = { key: 'second', body };
  keep('bar', () => ({
    lines: body.items,
    attempt,
    orders: [{ id: 'first', token: 'secret', number: 1, at: Date.now() }],
  }));
  return attempt;
}

const shownNow = () => ({ ...readKept('bar'), at: Date.now() });

beforeEach(() => {
  localStorage.clear();
  disk.clear();
  vi.mocked(placeOrder).mockReset();
});

it('takes no earlier order for one that was declined in another tab', async () => {
  const attempt = secondRound();
  keep('bar', () => ({ attempt: null }));
  answer('payment_failure', 'second');
  expect(await findOut(placing(attempt))).toMatchObject({ kind: 'declined' });
  expect(readKept('bar').lines).toEqual(body.items);
});

const forCustomer = 'Cards cannot be taken here just now, and nothing was taken.';
it.each([
  [
    'in the server’s words',
    { reason: null, forCustomer, stage: 'payment_working' },
    /^Cards cannot be taken/,
  ],
  ['where it has none', null, /not placed, and nothing was taken.*stopped taking orders.*too long/],
])('tells an order that ended unpaid of no card, %s', async (_whose, cancellation, words) => {
  const attempt = secondRound();
  answer('payment_aborted', 'second', cancellation);
  expect(await findOut(placing(attempt))).toEqual({ kind: 'refused', message: expect.stringMatching(words) });
  expect(readKept('bar')).toMatchObject({ attempt: null, lines: body.items });
});

it('knows what another tab was told of the same order, and asks nobody', async () => {
  answer('deliver_pending', 'second');
  const attempt = secondRound();
  await findOut(placing(attempt));
  expect(readKept('bar')).toMatchObject({
    attempt: null,
    lines: [],
    orders: [{ id: 'second' }, { id: 'first' }],
  });
  vi.mocked(placeOrder).mockClear();
  expect(await findOut(placing(attempt))).toEqual({ kind: 'placed', orderId: 'second' });
  expect(placeOrder).not.toHaveBeenCalled();
});

it('says that an order is placed once the order’s page can find it on the disk, should the storage be full', async () => {
  const attempt = secondRound();
  answer('deliver_pending', 'second');
  await findOut(placing(attempt));
  const { text = '{}' } = disk.get('guest:bar') ?? {};
  expect(JSON.parse(text)).toMatchObject({
    attempt: null,
    lines: [],
    orders: [{ id: 'second' }, { id: 'first' }],
  });
});

it('asks about an order that an older version of the page kept without its key', async () => {
  const attempt = secondRound();
  keep('bar', () => ({
    attempt: null,
    lines: [],
    orders: [{ id: 'second', token: 'secret', number: 2, at: Date.now() }],
  }));
  answer('deliver_pending', 'second');
  expect(await findOut(placing(attempt))).toEqual({ kind: 'placed', orderId: 'second' });
  expect(readKept('bar').orders).toHaveLength(1);
});

it('places one order where two tabs pay for one basket', async () => {
  answer('deliver_pending', 'second');
  keep('bar', () => ({ lines: body.items }));
  const shown = shownNow();
  expect(await placeOnce('bar', shown, () => body, placing)).toEqual({ kind: 'placed', orderId: 'second' });
  expect(await placeOnce('bar', shown, () => body, placing)).toEqual({ kind: 'placed', orderId: 'second' });
  expect(placeOrder).toHaveBeenCalledTimes(1);
});

/** The server answers this often that the guest's bank asks something. */
function bankAsks(times: number): void {
  const created = {
    order: { id: 'second', orderNumber: 2, status: 'payment_created' },
    trackingToken: 'secret',
    clientSecret: 'of the bank',
  };
  const asking = { kind: 'done', reply: created } as Awaited<ReturnType<typeof placeOrder>>;
  for (let time = 0; time < times; time += 1) vi.mocked(placeOrder).mockResolvedValueOnce(asking);
}

it('finds out by asking what came of a bank’s question that could not be shown', async () => {
  const attempt = secondRound();
  answer('payment_failure', 'second');
  bankAsks(1);
  const confirm = () => Promise.reject(new Error('The frame is gone'));
  expect(await findOut({ ...placing(attempt), confirm })).toMatchObject({ kind: 'declined' });
});

it.each([
  [2, 2],
  [9, 3],
])('of %d questions of a guest’s bank %d are shown', async (asked, shown) => {
  const attempt = secondRound();
  answer('deliver_pending', 'second');
  bankAsks(asked);
  const confirm = vi.fn<Placing['confirm']>(async () => undefined);
  expect(await findOut({ ...placing(attempt), confirm })).toEqual({ kind: 'placed', orderId: 'second' });
  expect(confirm).toHaveBeenCalledTimes(shown);
});

it('an order remembers the table whose code was scanned, so that the next round goes there as well', async () => {
  const attempt = secondRound();
  answer('deliver_pending', 'second');
  await findOut(placing({ ...attempt, body: { ...body, signedTable: 'table-7' } }));
  expect(readKept('bar').orders.map(({ signedTable }) => signedTable)).toEqual(['table-7', undefined]);
});

it('an order says which menu was shown when its guest pressed, however often it is sent', async () => {
  const from = { catalogId: 'menu', revision: 7 };
  keep('bar', () => ({ lines: body.items }));
  vi.mocked(placeOrder).mockResolvedValueOnce({ kind: 'unknown' });
  vi.mocked(placeOrder).mockResolvedValueOnce({
    kind: 'refused',
    status: 409,
    code: 'MENU_CHANGED',
    message: 'No.',
  });
  vi.mocked(placeOrder).mockResolvedValueOnce({
    kind: 'refused',
    status: 404,
    code: 'NOT_PLACED',
    message: '',
  });
  await placeOnce('bar', { ...shownNow(), from }, () => body, placing);
  expect(vi.mocked(placeOrder).mock.calls.map(([, attempt]) => attempt.from)).toEqual([from, from, from]);
  expect(readKept('bar')).toMatchObject({ attempt: null, lines: body.items });
});

it.each([
  ['OUTSIDE_HOURS', null],
  ['PRICES_CHANGED', null],
  ['OUTLET_PAUSED', seen],
])('forgets after %s what the menu was before its hours changed, or not', async (code, left) => {
  keep('bar', () => ({ lines: body.items, seen }));
  vi.mocked(placeOrder).mockResolvedValue({ kind: 'refused', status: 409, code, message: 'No.' });
  expect(await placeOnce('bar', shownNow(), () => body, placing)).toEqual({
    kind: 'refused',
    message: 'No.',
  });
  expect(readKept('bar').seen).toEqual(left);
});

it('asks what became of an order that was sent and is refused only now: it may be placed yet', async () => {
  keep('bar', () => ({ lines: body.items }));
  const asked: (string | undefined)[] = [];
  const paused = { kind: 'refused' as const, status: 409, code: 'OUTLET_PAUSED', message: 'No.' };
  const reply = { order: { id: 'mine', orderNumber: 2, status: 'deliver_pending' }, trackingToken: 'secret' };
  vi.mocked(placeOrder).mockImplementation(async (_outletId, _attempt, repeat) => {
    asked.push(repeat);
    if (asked.length === 1) return { kind: 'unknown' };
    if (asked.length === 2) return paused;
    return { kind: 'done', reply } as Awaited<ReturnType<typeof placeOrder>>;
  });
  expect(await placeOnce('bar', shownNow(), () => body, placing)).toEqual({
    kind: 'placed',
    orderId: 'mine',
  });
  expect(asked).toEqual([undefined, undefined, 'last']);
  expect(readKept('bar')).toMatchObject({ attempt: null, lines: [], orders: [{ id: 'mine' }] });

  asked.length = 0;
  keep('bar', () => ({ lines: body.items }));
  const never = { kind: 'refused' as const, status: 404, code: 'NOT_PLACED', message: '' };
  vi.mocked(placeOrder).mockImplementation(async (_outletId, _attempt, repeat) => {
    asked.push(repeat);
    if (asked.length === 1) return { kind: 'unknown' };
    return asked.length === 2 ? paused : never;
  });
  expect(await placeOnce('bar', shownNow(), () => body, placing)).toEqual({
    kind: 'refused',
    message: 'No.',
  });
  expect(readKept('bar')).toMatchObject({ attempt: null, lines: body.items });
});

it('takes no earlier order for a basket that has become too old meanwhile', async () => {
  const now = Date.now();
  keep('bar', () => ({ at: now, orders: [{ id: 'lunch', token: 'secret', number: 1, at: now - 60_000 }] }));
  expect(await placeOnce('bar', shownNow(), () => body, placing)).toEqual({ kind: 'emptied' });
  expect(placeOrder).not.toHaveBeenCalled();
});

it('places orders on a page without TLS, where browsers make no ids', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  answer('deliver_pending', 'second');
  keep('bar', () => ({ lines: body.items }));
  expect(await placeOnce('bar', shownNow(), () => body, placing)).toEqual({
    kind: 'placed',
    orderId: 'second',
  });
  vi.unstubAllGlobals();
});
