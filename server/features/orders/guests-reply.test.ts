import { afterEach, beforeAll, expect, it } from 'vitest';
import { readEvents } from '../../../tests/support/servers/event-reader.ts';
import { report } from '../../../tests/support/shop/attendance-steps.ts';
import { screenOf, setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import { place } from '../../../tests/support/shop/ordering-steps.ts';
import { server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';

setUpShop();
const screens = setUpScreens();
const opened: { close(): void }[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
beforeAll(async () => {
  const stations = [{ id: 'kitchen', name: 'kitchen', categories: [], fallback: null }];
  const outlet = `/sellers/outlets/${shop.outletId}`;
  await shop.send('PUT', `${outlet}/stations`, { stations });
  await shop.send('PATCH', outlet, { name: 'The Old Ferry', promisesReadyTime: true });
});

type Told = Record<string, unknown>;

/** A new order with all that its guest can say, and the ways to follow it. */
async function followed() {
  await server.hear(shop.outletId);
  const basket = { customerName: 'Priya Featherstonehaugh', note: 'Ring the back door' };
  const { body } = await place(shop, server, basket);
  const { id } = body.order as { id: string };
  const path = `/customers/orders/${id}`;
  const address = server.app.server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    id,
    asked: async (): Promise<Told> => (await server.send('GET', `${path}?token=${body.trackingToken}`)).body,
    async streamed() {
      const stream = await readEvents<Told>(
        `http://127.0.0.1:${port}/api${path}/events?token=${body.trackingToken}`,
      );
      opened.push(stream);
      return (await stream.next())?.data;
    },
  };
}
const press = (step: string, id: string, body: object) =>
  shop.send('POST', `/sellers/orders/${step}/${id}`, body, { 'x-screen-name': 'Kitchen%20tablet' });

const fields = [
  'amount',
  'completedAt',
  'createdAt',
  'endedAt',
  'expiresAt',
  'id',
  'itemStatus',
  'items',
  'message',
  'orderNumber',
  'refunded',
  'serviceCharge',
  'status',
  'tableNumber',
  'tip',
];

it('who follows an order reads nothing of staff, screens and stations, nor who ordered (A22, D22, D48, D60)', async () => {
  const [accepted, cancelled] = [await followed(), await followed()];
  const kitchen = await screens.watch(server, shop.accessToken, shop.outletId, screenOf('Kitchen tablet'));
  for (const { id } of [accepted, cancelled]) {
    await report(kitchen, { orderId: id, stage: 'received', stations: ['kitchen'] });
    await press('accept', id, {});
  }
  await press('cancel', cancelled.id, { reason: 'rude on the phone', forCustomer: 'Sorry.' });
  const staffs = (await shop.send('GET', `/sellers/orders/${cancelled.id}`)).body;
  expect(staffs).toMatchObject({
    customerName: 'Priya Featherstonehaugh',
    note: 'Ring the back door',
    actions: [{ screenName: 'Kitchen tablet' }, { screenName: 'Kitchen tablet' }],
    stationTimes: [{ stationId: 'kitchen', on: 'Kitchen tablet' }],
    cancellation: { reason: 'rude on the phone' },
  });
  for (const { asked, streamed } of [accepted, cancelled]) {
    const reply = await asked();
    expect(Object.keys(reply).toSorted()).toEqual([...fields, 'readyTime'].toSorted());
    expect(Object.keys(reply['readyTime'] ?? {})).toEqual(['readyBy', 'movedFrom', 'readyAt']);
    expect(await streamed()).toEqual(reply);
    expect(JSON.stringify(reply)).not.toMatch(/tablet|kitchen|rude|Priya|Featherstonehaugh|back door/);
  }
});
