import { configureStore } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { itemStatuses } from '#shared/base/order-statuses.ts';
import { allDayOf } from '#shared/orders/all-day.ts';
import { applyCommand, type OrderCommand } from '#shared/orders/machine.ts';
import { randomFrom } from '../../tests/support/samples/random-from.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import {
  feedOpened,
  listRead,
  orderChanged,
  ordersSlice,
  selectBoard,
  selectOrders,
} from './orders-slice.ts';

const names = ['Ferry burger', 'Chips', 'Ale'];
const options = ['Bacon', 'No onion'];

it('all day equals the board at each of 1,000 events (D61)', () => {
  const random = randomFrom(61);
  const upTo = (most: number) => Math.floor(random() * most);
  const oneOf = <Choice>(choices: readonly Choice[]) => choices[upTo(choices.length)] as Choice;
  const store = configureStore({ reducer: { orders: ordersSlice.reducer } });
  store.dispatch(feedOpened([{ outletId: 'outlet-1', outletName: 'The Old Ferry', trading: true }]));
  store.dispatch(listRead('outlet-1', []));
  const server: Order[] = [];

  function place(): Order {
    const items = Array.from({ length: 1 + upTo(4) }, (_, at) => ({
      id: `line-${at}`,
      name: oneOf(names),
      quantity: 1 + upTo(5),
      cost: pence(100),
      modifications: options.filter(() => random() < 0.3).map((name) => ({ name, cost: pence(0) })),
    }));
    const itemStatus = items.map(({ id }) => ({ id, status: 'waiting' as const }));
    const order = sampleOrder({ id: `order-${server.length}`, items, itemStatus });
    server.push(order);
    return order;
  }

  function change(): Order | null {
    const at = upTo(server.length);
    const order = server[at];
    if (!order) return null;
    const command = oneOf<OrderCommand>([
      { kind: 'accept' },
      { kind: 'progress' },
      { kind: 'progressItems', items: [oneOf(order.items).id], status: oneOf(itemStatuses) },
      { kind: 'regress' },
      { kind: 'complete' },
      { kind: 'captureConfirmed' },
      oneOf([{ kind: 'cancel' }, { kind: 'expire' }, { kind: 'accept' }]),
    ]);
    const moved = applyCommand(order, command);
    if (moved.kind !== 'moved') return null;
    const next = { ...order, ...moved.next, version: order.version + 1 } as Order;
    server[at] = next;
    return next;
  }

  let looked = 0;
  while (looked < 1_000) {
    const changed = random() < 0.15 ? place() : change();
    if (!changed) continue;
    if (random() < 0.05) store.dispatch(listRead('outlet-1', server));
    else store.dispatch(orderChanged(changed));
    looked += 1;
    const orders = selectOrders(store.getState(), null);
    expect(counted(orders), `event ${looked}`).toEqual(
      onBoard(orders, selectBoard(store.getState(), null, false)),
    );
  }
  expect(server.length).toBeGreaterThan(50);
});

/** What all day says, as one entry for each thing and for each of its options. */
function counted(orders: readonly Order[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { name, options: chosen, ...item } of allDayOf(orders)) {
    add(all, `${name} new`, item.unanswered);
    add(all, name, item.accepted);
    for (const option of chosen) {
      add(all, `${name}, ${option.name} new`, option.unanswered);
      add(all, `${name}, ${option.name}`, option.accepted);
    }
  }
  return all;
}

/** The same by the cards of the columns, one by one. */
function onBoard(
  orders: readonly Order[],
  board: { new: string[]; 'in-progress': string[] },
): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { id, items, itemStatus } of orders) {
    const isNew = board.new.includes(id);
    if (!isNew && !board['in-progress'].includes(id)) continue;
    for (const [at, line] of items.entries()) {
      const stage = itemStatus[at]?.status;
      if (stage !== 'waiting' && stage !== 'working') continue;
      add(all, line.name + (isNew ? ' new' : ''), line.quantity);
      for (const option of line.modifications)
        add(all, `${line.name}, ${option.name}${isNew ? ' new' : ''}`, line.quantity);
    }
  }
  return all;
}

function add(all: Record<string, number>, key: string, count: number): void {
  if (count > 0) all[key] = (all[key] ?? 0) + count;
}
