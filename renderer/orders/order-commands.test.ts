import { createServer, type IncomingMessage, type Server } from 'node:http';
import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { applyCommand, type OrderCommand } from '#shared/orders/machine.ts';
import { Client } from '../api/client.ts';
import { readOrder } from '../api/read-order.ts';
import { orderCommands } from './order-commands.ts';
import { feedOpened, listRead, orderChanged, ordersSlice, selectOrder } from '../state/orders-slice.ts';
import { pressingSlice, selectBusy, selectUndo } from '../state/pressing-slice.ts';

/** A real server with one order that counts, refuses and loses answers as the test says. */
let http: Server;
let apiBase: string;
let stored: Order;
let keys: string[];
let requests: string[];
/** How many answers are lost after the server has acted. */
let losing: number;
/** False for a server that returns no order from a cancel. */
let replies: boolean;
const answered = new Map<string, Order>();

beforeEach(async () => {
  [keys, requests, losing, replies] = [[], [], 0, true];
  answered.clear();
  stored = readOrder({
    id: 'order',
    outletId: 'outlet',
    orderNumber: 12,
    status: 'deliver_pending',
    version: 1,
    items: [
      { id: 'a', name: 'Pie' },
      { id: 'b', name: 'Ale' },
    ],
  });
  http = createServer((request, reply) => {
    void bodyOf(request).then((body) => {
      const { status, answer } = act(request, body);
      if (request.method === 'POST' && losing-- > 0) return request.socket.destroy();
      return reply
        .writeHead(status, { 'content-type': 'application/json' })
        .end(replies || request.method === 'GET' ? JSON.stringify(answer) : '{}');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  apiBase = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api`;
});
afterEach(() => {
  http.closeAllConnections();
  http.close();
});

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function act(request: IncomingMessage, body: object): { status: number; answer: unknown } {
  const path = request.url ?? '';
  requests.push(`${request.method} ${path}`);
  if (request.method === 'GET') return { status: 200, answer: stored };
  const key = String(request.headers['idempotency-key']);
  keys.push(key);
  const before = answered.get(key);
  if (before) return { status: 200, answer: before };
  const conflict = (message: string) => ({
    status: 409,
    answer: { error: { code: 'CONFLICT', message }, current: stored },
  });
  if (request.headers['if-match'] !== `"${stored.version}"`)
    return conflict('Somebody else has changed this order.');
  const kind = /(accept|cancel|complete|progress-order|regress-order|progress)\//.exec(path)?.[1] ?? '';
  const command = { 'progress-order': 'progress', 'regress-order': 'regress', progress: 'progressItems' }[
    kind
  ];
  const moved = applyCommand(stored, { kind: command ?? kind, ...body } as OrderCommand);
  if (moved.kind === 'refused') return conflict(moved.message);
  if (moved.kind === 'moved')
    stored = {
      ...stored,
      ...moved.next,
      itemStatus: [...moved.next.itemStatus],
      version: stored.version + 1,
    };
  answered.set(key, stored);
  return { status: 200, answer: stored };
}

function till() {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer, pressing: pressingSlice.reducer } });
  store.dispatch(feedOpened({ outletId: 'outlet', outletName: 'The Old Ferry', trading: true }));
  store.dispatch(listRead([stored]));
  const toasts: string[] = [];
  const client = new Client(
    { apiBase: () => apiBase, refreshSession: async () => ({ kind: 'signed-out' }) },
    () => undefined,
  );
  const commands = orderCommands({
    client,
    dispatch: store.dispatch,
    isBusy: (id) => selectBusy(store.getState()).includes(id),
    seen: () => undefined,
    toast: (_status, message) => toasts.push(message),
    retryMs: 1,
  });
  return {
    commands,
    toasts,
    shown: () => selectOrder(store.getState(), 'order'),
    busy: () => selectBusy(store.getState()),
    undo: () => selectUndo(store.getState()),
    hears: (order: Order) => store.dispatch(orderChanged(order)),
  };
}

describe('a press', () => {
  it('is busy at once, takes effect, and can be taken back', async () => {
    const { commands, shown, busy, undo } = till();
    const pressed = commands.primary(stored);
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
    await Promise.all([commands.primary(stored), commands.primary(stored), commands.primary(stored)]);
    expect(keys).toHaveLength(1);
    expect(toasts).toEqual([]);
  });

  it('whose answer was lost is sent again with its own key, and takes effect once (D10)', async () => {
    const { commands, shown, toasts } = till();
    losing = 2;
    await commands.primary(stored);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
    expect(shown()).toMatchObject({ status: 'deliver_waiting', version: 2 });
    expect(toasts).toEqual([]);
  });

  it('is not sent again to a server without versions, which may know no keys either (D2)', async () => {
    const { commands, toasts } = till();
    losing = 3;
    await commands.primary({ ...stored, version: 0 });
    expect(keys).toHaveLength(1);
    expect(toasts[0]).toMatch(/^Order 12: The server cannot be reached/);
  });

  it('on an order that somebody else has changed shows the order as it stands, and says so (D9)', async () => {
    const { commands, shown, toasts, undo } = till();
    const seen = stored;
    stored = { ...stored, status: 'deliver_waiting', version: 2 };
    await commands.primary(seen);
    expect(shown()?.status).toBe('deliver_waiting');
    expect(toasts).toEqual(['Order 12: Somebody else has changed this order.']);
    expect(requests, 'the refusal brought the order along').toHaveLength(1);
    expect(undo()).toBeNull();
  });

  it('that changes nothing offers nothing to take back', async () => {
    const { commands, undo } = till();
    stored = { ...stored, status: 'deliver_waiting' };
    await commands.moveItems(stored, ['a'], 'waiting');
    expect(undo()).toBeNull();
  });
});

it('undo puts each item back to where it was, whatever they were', async () => {
  const { commands, shown, undo } = till();
  stored = {
    ...stored,
    status: 'deliver_working',
    itemStatus: [
      { id: 'a', status: 'waiting' },
      { id: 'b', status: 'working' },
    ],
  };
  const before = stored;
  await commands.moveItems(stored, ['a', 'b'], 'ready');
  expect(shown()?.status).toBe('deliver_enroute');
  const offered = undo();
  if (offered) await commands.undo(offered);
  expect(shown()).toMatchObject({ status: before.status, itemStatus: before.itemStatus });
});

it('a cancel that is answered with nothing takes the order off the board all the same (D2)', async () => {
  const { commands, shown, toasts } = till();
  replies = false;
  expect(await commands.cancel(stored, ' changed their mind ')).toBe(true);
  expect(shown()).toBeUndefined();
  expect(toasts).toEqual(['Order 12 is cancelled.']);
  await vi.waitFor(() => expect(requests.at(-1)).toMatch(/^GET /));
});
