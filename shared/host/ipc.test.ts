import { expect, it } from 'vitest';
import { commandNames, eventNames } from './ipc-names.ts';
import { ipc } from './ipc.ts';

it('names every command and event of the contract, and nothing else', () => {
  expect(commandNames.toSorted()).toEqual(Object.keys(ipc.commands).toSorted());
  expect(eventNames.toSorted()).toEqual(Object.keys(ipc.events).toSorted());
});

it('a till rings for the orders of any server, whose ids may be longer than ours (D2)', () => {
  const { setRinging, announceOrder, rememberOutlet } = ipc.commands;
  const [orderId, outletId] = ['order'.repeat(50), 'outlet'.repeat(42)];
  const outlet = { outletId, outletName: 'The Old Ferry', trading: true };
  setRinging.payload.parse({ orders: [{ orderId, expiresInMs: null }] });
  announceOrder.payload.parse({ orderId, outletId, title: 'New order 1', body: 'table 7, 1 item' });
  rememberOutlet.payload.parse({ outlet });
  expect(ipc.events.alerted.parse({ orderIds: [orderId] })).toEqual({ orderIds: [orderId] });
});
