import { describe, expect, it, vi } from 'vitest';
import { keys, server, setUpOneOrder, till } from '../../tests/support/components/pressing-till.ts';

setUpOneOrder();

describe('a press', () => {
  it('is busy at once, takes effect, and can be taken back', async () => {
    const { commands, shown, busy, undo } = till();
    const pressed = commands.primary(server.stored);
    expect(busy()).toEqual(['order']);
    await pressed;
    expect(busy()).toEqual([]);
    expect(shown()?.status).toBe('deliver_waiting');
    const offered = undo();
    expect(offered).not.toBeNull();
    if (offered) await commands.undo(offered);
    expect(shown()?.status).toBe('deliver_pending');
    expect(undo()).toBeNull();
  });

  it('again while the first is under way is nothing', async () => {
    const { commands, toasts } = till();
    await Promise.all([
      commands.primary(server.stored),
      commands.primary(server.stored),
      commands.primary(server.stored),
    ]);
    expect(keys()).toHaveLength(1);
    expect(toasts).toEqual([]);
  });

  it('whose answer was lost is sent again with its own key, and takes effect once (D10)', async () => {
    const { commands, shown, toasts, unanswered } = till(3);
    server.losing = 5;
    await commands.primary(server.stored);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(6);
    expect(unanswered.all()).toEqual([]);
    expect(shown()).toMatchObject({ status: 'deliver_waiting', version: 2 });
    expect(toasts).toEqual([]);
  });

  it('is not sent again to a server without versions, which may know no keys either (D2)', async () => {
    const { commands, toasts, unanswered } = till();
    server.losing = 3;
    const pressed = commands.primary({ ...server.stored, version: 0 });
    expect(unanswered.all(), 'a page that is loaded again would offer it').toEqual([]);
    await pressed;
    expect(keys()).toHaveLength(1);
    expect(toasts[0]).toMatch(/^Order 12: The server cannot be reached/);
  });

  it('on an order that somebody else has changed shows the order as it stands, and says so (D9)', async () => {
    const { commands, shown, toasts, undo } = till();
    const seen = server.stored;
    server.stored = { ...server.stored, status: 'deliver_waiting', version: 2 };
    await commands.primary(seen);
    expect(shown()?.status).toBe('deliver_waiting');
    expect(toasts).toEqual(['Order 12: Somebody else has changed this order.']);
    expect(server.requests, 'the refusal brought the order along').toHaveLength(1);
    expect(undo()).toBeNull();
  });

  it('that is never answered fails loudly and keeps its key: the same press again does nothing twice (D49)', async () => {
    const { commands, shown, busy, toasts, unanswered, afterReload } = till(20);
    const seen = server.stored;
    server.losing = Infinity;
    const pressed = commands.primary(seen);
    expect(afterReload().all(), 'a reload while it is sent does not lose it').toMatchObject([
      { order: { id: 'order' }, press: { kind: 'accept' }, why: expect.stringContaining('loaded again') },
    ]);
    await pressed;
    expect(busy()).toEqual([]);
    expect(toasts[0]).toMatch(/^Order 12: The server cannot be reached/);
    expect(unanswered.all()).toMatchObject([{ why: expect.stringContaining('cannot be reached') }]);
    expect(afterReload().all()).toEqual(unanswered.all());
    const [lost] = afterReload().all();
    server.losing = 0;
    await commands.primary(seen);
    expect(new Set(keys()).size).toBe(1);
    expect(shown()).toMatchObject({ status: 'deliver_waiting', version: 2 });
    expect(unanswered.all()).toEqual([]);
    if (lost) await commands.tryAgain(lost);
    expect(new Set(keys()).size).toBe(2);
    expect(server.stored.version).toBe(2);
  });

  it('that took effect without an answer does not swallow the next of its kind', async () => {
    const { commands, shown, hears } = till(20);
    server.stored = { ...server.stored, status: 'deliver_waiting' };
    server.losing = Infinity;
    await commands.primary(server.stored);
    const started = server.stored;
    expect(started).toMatchObject({ status: 'deliver_working', version: 2 });
    server.losing = 0;
    hears(started);
    await commands.primary(started);
    expect(shown()).toMatchObject({ status: 'deliver_enroute', version: 3 });
    expect(new Set(keys()).size).toBe(2);
  });

  it('that lost a race says who won, and another press is another key (D49)', async () => {
    const { commands, toasts } = till();
    const seen = server.stored;
    const at = '2026-11-22T06:34:00Z';
    const actions = [{ action: 'accept' as const, version: 2, screenName: 'Bar till', at }];
    server.stored = { ...server.stored, status: 'deliver_waiting', version: 2, actions };
    await commands.primary(seen);
    await commands.cancel(seen, '');
    expect(toasts).toEqual(Array(2).fill('Order 12: Already accepted on Bar till at 12:04.'));
    expect(new Set(keys()).size).toBe(2);
  });

  it('that changes nothing offers nothing to take back', async () => {
    const { commands, undo } = till();
    server.stored = { ...server.stored, status: 'deliver_waiting' };
    await commands.moveItems(server.stored, ['a'], 'waiting');
    expect(undo()).toBeNull();
  });
});

it.each([
  ['to its lines', 'deliver_working', 'ready'],
  ['to New, with what its guest was promised', 'deliver_waiting', 'waiting'],
] as const)('a move back %s can be taken back', async (_to, status, of) => {
  const { commands, shown, undo } = till();
  const readyBy = new Date(Date.now() + 600_000).toISOString();
  server.stored = {
    ...server.stored,
    status,
    itemStatus: [
      { id: 'a', status: of },
      { id: 'b', status: 'waiting' },
    ],
    promises: [{ readyBy, at: readyBy, by: 'screen', screenName: null }],
  };
  const before = server.stored;
  await commands.moveBack(before);
  expect(shown()?.itemStatus[0]?.status).not.toBe('ready');
  const offered = undo();
  expect(offered).not.toBeNull();
  if (offered) await commands.undo(offered);
  expect(shown()).toMatchObject({ status, itemStatus: before.itemStatus });
  const accepted = server.requests.filter(({ call }) => call.includes('/accept/'));
  expect(accepted.map(({ body }) => body)).toEqual(status === 'deliver_waiting' ? [{ readyBy }] : []);
});

it('undo puts each item back to where it was, whatever they were', async () => {
  const { commands, shown, undo } = till();
  server.stored = {
    ...server.stored,
    status: 'deliver_working',
    itemStatus: [
      { id: 'a', status: 'waiting' },
      { id: 'b', status: 'working' },
    ],
  };
  const before = server.stored;
  await commands.moveItems(server.stored, ['a', 'b'], 'ready');
  expect(shown()?.status).toBe('deliver_enroute');
  const offered = undo();
  if (offered) await commands.undo(offered);
  expect(shown()).toMatchObject({ status: before.status, itemStatus: before.itemStatus });
});

it.each([
  ['nothing', false],
  ['a word about it', { status: 'ok' }],
])(
  'a cancel that is answered with %s takes the order off the board all the same (D2)',
  async (_what, replies) => {
    const { commands, shown, toasts } = till();
    server.replies = replies;
    expect(await commands.cancel(server.stored, ' changed their mind ')).toBe(true);
    expect(shown()).toBeUndefined();
    expect(toasts).toEqual(['Order 12 is cancelled.']);
    await vi.waitFor(() => expect(server.requests.at(-1)?.call).toMatch(/^GET /));
  },
);

it('at a server whose orders do not name their outlet a step is taken back at its own (D2)', async () => {
  const { commands, undo } = till();
  const order = server.stored;
  server.stored = { ...order, outletId: '' };
  await commands.primary(order);
  const offered = undo();
  if (offered) await commands.undo(offered);
  const regress = `/outlets/${order.outletId}/regress-order/`;
  expect(server.requests.map(({ call }) => call)).toContainEqual(expect.stringContaining(regress));
});
