// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import type { OrderAnnouncement } from '#shared/host/alerts.ts';
import { pence } from '#shared/base/money.ts';
import { readAccount } from '#shared/api/read-account.ts';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { readOrder } from '../../api/read-order.ts';
import { readOutlet } from '../../api/read-outlet.ts';
import { apiSlice } from '../../api/api-slice.ts';
import {
  feedOpened,
  lapsesRead,
  listFailed,
  listRead,
  orderChanged,
  ordersSlice,
} from '../../state/orders-slice.ts';
import { signedIn } from '../../state/session-slice.ts';
import { makeStore } from '../../state/store.ts';
import { viewChanged } from '../../state/view-slice.ts';
import { outletOpened, outletsChosen } from '../../state/watched-slice.ts';
import { selectWatchedOutlets } from '../../state/watching.ts';
import { ringAndAnnounce } from './ring-and-announce.ts';

const sampleLine = { name: 'Pie', quantity: 1, cost: pence(500), modifications: [] };
const order = (id: string, outletId: string) =>
  readOrder({ id, outletId, orderNumber: 1, status: 'deliver_pending', version: 1, tableNumber: '7' });
const outlet = (outletId: string) => ({ outletId, outletName: `The ${outletId}`, trading: true });

/** A screen that watches two outlets, and what its host was told. */
function watchingBoth() {
  const rung: string[][] = [];
  const announced: OrderAnnouncement[] = [];
  const { store, services } = makeStore(
    fakePlatform({
      setRinging: (orders) => void rung.push(orders.map(({ orderId }) => orderId)),
      announceOrder: (announcement) => void announced.push(announcement),
      onAlerted: () => () => undefined,
    }),
  );
  services.addApi(apiSlice, ordersSlice);
  const account = readAccount({ id: 'seller', accountStatus: { value: 'verified', label: 'Verified' } });
  store.dispatch(signedIn({ account, kept: 'kept' }));
  store.dispatch(outletOpened('Ferry'));
  store.dispatch(outletsChosen([outlet('Annexe'), outlet('Ferry')]));
  const end = ringAndAnnounce(store, services);
  store.dispatch(feedOpened(selectWatchedOutlets(store.getState())));
  return { store, rung, announced, end };
}

it('rings for the orders of every watched outlet once each list was read, and says whose they are (D62)', () => {
  const { store, rung, announced } = watchingBoth();
  store.dispatch(listRead('Ferry', [order('1', 'Ferry')]));
  expect(rung, 'the page before may ring for the other outlet').toEqual([]);
  store.dispatch(listRead('Annexe', [order('2', 'Annexe')]));
  expect(rung.at(-1)?.toSorted((a, b) => a.localeCompare(b))).toEqual(['1', '2']);
  expect(announced.map(({ outletId, body }) => [outletId, body])).toContainEqual([
    'Annexe',
    'The Annexe, table 7, 0 items',
  ]);
});

it('says all orders that come within one frame, in one message', async () => {
  const { store } = watchingBoth();
  store.dispatch(listRead('Annexe', []));
  store.dispatch(listRead('Ferry', []));
  const heard: string[] = [];
  store.subscribe(() => {
    const { spoken } = store.getState().watched;
    if (spoken !== heard.at(-1)) heard.push(spoken);
  });
  const numbered = (orderNumber: number) => ({ ...order(`of ${orderNumber}`, 'Ferry'), orderNumber });
  for (const orderNumber of [11, 12]) store.dispatch(orderChanged(numbered(orderNumber)));
  await vi.waitFor(() => expect(heard.at(-1)).toContain('12'));
  const last = heard.at(-1) ?? '';
  expect([...last.matchAll(/New order #?(\d+)/g)].map(([, number]) => number)).toEqual(['11', '12']);
});

it('a list that cannot be read keeps no other outlet’s orders from ringing (D62)', () => {
  const { store, rung } = watchingBoth();
  store.dispatch(listFailed({ outletId: 'Annexe', problem: 'No answer' }));
  store.dispatch(listRead('Ferry', [order('1', 'Ferry')]));
  expect(rung.at(-1)).toEqual(['1']);
  store.dispatch(orderChanged(order('2', 'Annexe')));
  expect(rung.at(-1)).toHaveLength(2);
});

it('a station’s screen rings for its own lines, for those on no station, and for those that it takes over (D60)', async () => {
  const { store, rung } = watchingBoth();
  const stations = {
    version: 1,
    list: [
      { id: 'kitchen', name: 'Kitchen', categories: ['mains'], fallback: 'bar' },
      { id: 'bar', name: 'Bar', categories: ['drinks'], fallback: null },
    ],
  };
  const dispatch: (action: unknown) => unknown = store.dispatch;
  const read = readOutlet({ id: 'Ferry', name: 'The Ferry', availability: 'open', stations });
  await dispatch(apiSlice.util.upsertQueryData('outlet', 'Ferry', read));
  store.dispatch(viewChanged({ stations: { Ferry: 'bar' } }));
  const of = (id: string, categoryId?: string) => ({
    ...order(id, 'Ferry'),
    items: [{ ...sampleLine, id, ...(categoryId && { categoryId }) }],
  });
  store.dispatch(listRead('Ferry', [of('pie', 'mains'), of('beer', 'drinks'), of('bread')]));
  store.dispatch(listRead('Annexe', [order('2', 'Annexe')]));
  const ringing = () => rung.at(-1)?.toSorted((a, b) => a.localeCompare(b));
  expect(ringing()).toEqual(['2', 'beer', 'bread']);
  const lapse = {
    stationId: 'kitchen',
    why: 'silent',
    prints: false,
    since: '2026-11-23T19:42:00Z',
  } as const;
  store.dispatch(lapsesRead({ outletId: 'Ferry', lapses: [lapse] }));
  expect(ringing()).toEqual(['2', 'beer', 'bread', 'pie']);
  store.dispatch(lapsesRead({ outletId: 'Ferry', lapses: [] }));
  expect(ringing()).toEqual(['2', 'beer', 'bread']);
  store.dispatch(viewChanged({ stations: {} }));
  expect(ringing()).toEqual(['2', 'beer', 'bread', 'pie']);
});
