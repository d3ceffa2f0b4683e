// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { OrderStatus } from '#shared/base/order-statuses.ts';
import type { PrintJob } from '#shared/print/jobs.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { apiSlice } from '../api/api-slice.ts';
import { CallFailed, unreachable } from '../api/failure.ts';
import { feedOpened, listRead, orderChanged, ordersSlice } from '../state/orders-slice.ts';
import { makeStore } from '../state/store.ts';
import { samplePrintJob } from '../../tests/support/samples/sample-print-job.ts';
import { withdrawTickets } from './withdraw-tickets.ts';

const ferry = { outletId: sampleOrder().outletId, outletName: 'The Ferry', trading: true };
const order = (id: string, status: OrderStatus = 'deliver_pending', version = 1) =>
  sampleOrder({ id, status, version, completedAt: status === 'complete' ? new Date().toISOString() : null });
const acceptedAt = new Date().toISOString();

/** A screen of a till with these jobs, at a server that answers with these statuses; a number is a failure. */
function screenWith(jobs: PrintJob[], statuses: Record<string, OrderStatus | number | Order>) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const withdrawn: string[] = [];
  const asked: string[] = [];
  const host = { jobs, changed: () => undefined as void };
  const platform = fakePlatform({
    printing: () => ({
      settings: noPrintSettings,
      printers: [],
      jobs: new Map(host.jobs.map((one) => [one.subject, [one]])),
    }),
    onPrintingChanged(listener) {
      host.changed = listener;
      return () => undefined;
    },
    withdrawTickets: ({ orderId }) => void withdrawn.push(orderId),
  });
  const { store, services } = makeStore(platform);
  services.addApi(apiSlice, ordersSlice);
  vi.spyOn(services.client, 'call').mockImplementation(async (route, options) => {
    expect(route).toBe('GET /sellers/orders/:orderId');
    const { orderId } = (options as { params: { orderId: string } }).params;
    asked.push(orderId);
    const status = statuses[orderId] ?? 404;
    if (typeof status === 'number') throw new CallFailed({ ...unreachable, status });
    return typeof status === 'object' ? status : order(orderId, status);
  });
  store.dispatch(feedOpened([ferry]));
  onTestFinished(withdrawTickets(store, services));
  return { store, withdrawn, asked, statuses, host };
}

it.each(['deliver_aborted', 'deliver_decline', 'deliver_expired'] as const)(
  'the ticket of an order that becomes %s while it waits is withdrawn (T15)',
  async (status) => {
    const { store, withdrawn, asked, statuses } = screenWith([samplePrintJob('waits')], {});
    store.dispatch(listRead(ferry.outletId, [order('waits')]));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
    statuses['waits'] = status;
    store.dispatch(orderChanged(order('waits', status, 2)));
    await vi.advanceTimersByTimeAsync(0);
    expect(withdrawn).toEqual(['waits']);
  },
);

it('after a restart, too: an order that is not on the list is asked for, once the list is there (T15)', async () => {
  const jobs = [
    samplePrintJob('late', { state: 'late' }),
    samplePrintJob('closed'),
    samplePrintJob('unknown'),
    samplePrintJob('waits'),
  ];
  const { store, withdrawn, asked } = screenWith(jobs, { late: 'deliver_expired', closed: 'complete' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  store.dispatch(listRead(ferry.outletId, [order('waits')]));
  await vi.advanceTimersByTimeAsync(0);
  expect(withdrawn).toEqual(['late']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(['late', 'closed', 'unknown']);
});

it.each([
  ['never accepted', {}, true],
  ['cancelled', { acceptedAt, cancellation: { reason: null, stage: 'deliver_waiting' } }, true],
  ['accepted, and perhaps handed over', { acceptedAt }, false],
] as const)(
  'whose money was taken at the card provider itself: %s (T15)',
  async (_how, changes, isWithdrawn) => {
    const closed = sampleOrder({ id: 'taken', status: 'complete', completedAt: null });
    const taken: Order = { ...closed, acceptedAt: null, ...changes };
    const { store, withdrawn } = screenWith([samplePrintJob('taken')], { taken });
    store.dispatch(listRead(ferry.outletId, [taken]));
    await vi.advanceTimersByTimeAsync(0);
    expect(withdrawn).toEqual(isWithdrawn ? ['taken'] : []);
  },
);

it('what is printed, being printed, or no ticket is nobody’s question (T15)', async () => {
  const others = [
    samplePrintJob('printed', { state: 'printed', begun: 1 }),
    samplePrintJob('sending', { state: 'sending', begun: 1 }),
    samplePrintJob('marked', { state: 'unconfirmed', begun: 1, ended: true }),
    samplePrintJob('receipt', { kind: 'receipt' }),
  ];
  const { store, asked } = screenWith(others, {});
  store.dispatch(listRead(ferry.outletId, []));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
});

it('one of which a part may be out is withdrawn too: printed again, it says that its order has ended (T15)', async () => {
  const jobs = [samplePrintJob('cut', { state: 'unconfirmed', begun: 1 })];
  const { store, withdrawn } = screenWith(jobs, { cut: 'deliver_aborted' });
  store.dispatch(listRead(ferry.outletId, []));
  await vi.advanceTimersByTimeAsync(0);
  expect(withdrawn).toEqual(['cut']);
});

it('a server that cannot say it yet is asked again, and a sheet that did not leave is withdrawn then (T15)', async () => {
  const { store, withdrawn, asked, statuses, host } = screenWith([samplePrintJob('waits')], { waits: 503 });
  store.dispatch(listRead(ferry.outletId, []));
  await vi.advanceTimersByTimeAsync(0);
  statuses['waits'] = 'deliver_pending';
  await vi.advanceTimersByTimeAsync(5_000);
  statuses['waits'] = 'deliver_aborted';
  expect(withdrawn).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(withdrawn).toEqual(['waits']);
  host.jobs = [samplePrintJob('waits', { state: 'sending', begun: 1 })];
  host.changed();
  expect(withdrawn).toEqual(['waits']);
  host.jobs = [samplePrintJob('waits', { problem: 'Offline' })];
  host.changed();
  expect(withdrawn).toEqual(['waits', 'waits']);
  expect(asked).toHaveLength(3);
});
