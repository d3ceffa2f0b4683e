// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { showOrder } from '../../../tests/support/components/show.tsx';
import { orderChanged } from '../../state/orders-slice.ts';
import { OutstandingOrders } from './outstanding-orders.tsx';

it('an order whose money is being taken is listed and needs no press (D50)', async () => {
  const order = sampleOrder({ status: 'payment_capture' });
  await showOrder(order, (now) => <OutstandingOrders orders={[now]} />);
  expect(screen.getByRole('listitem').textContent).toContain('Its payment is being taken.');
  expect(screen.queryByRole('button')).toBe(null);
});

it('what is asked goes with the stage that it was asked of (D50)', async () => {
  const order = sampleOrder({ status: 'deliver_pending', version: 1 });
  const { user, store } = await showOrder(order, (now) => <OutstandingOrders orders={[now]} />);
  await user.click(screen.getByRole('button', { name: `Cancel order ${order.orderNumber}` }));
  expect(screen.getByRole('group').textContent).toContain('Nobody has accepted it');
  act(() => void store.dispatch(orderChanged({ ...order, status: 'deliver_waiting', version: 2 })));
  expect(screen.queryByRole('group')).toBe(null);
  expect(screen.getByRole('button', { name: `Close order ${order.orderNumber}` })).toBeTruthy();
});

it('a double press asks, and answers nothing (D50)', async () => {
  const order = sampleOrder({ status: 'deliver_pending', version: 1 });
  const { user, server } = await showOrder(order, (now) => <OutstandingOrders orders={[now]} />);
  await user.click(screen.getByRole('button', { name: `Cancel order ${order.orderNumber}` }));
  const release = screen.getByRole('button', { name: `Release the money of order ${order.orderNumber}` });
  fireEvent.click(release, { detail: 2 });
  expect(release.getAttribute('aria-busy')).toBe(null);
  expect(server.requests).toEqual([]);
  fireEvent.click(release, { detail: 1 });
  expect(release.getAttribute('aria-busy')).toBe('true');
  await waitFor(() => expect(server.stored.status).toBe('deliver_aborted'));
});

it('a note that nobody has read is shown in the question, whose answer ticks it (D57)', async () => {
  const order = sampleOrder({ status: 'deliver_working', version: 4, noteUnread: true });
  const { user, server } = await showOrder(order, (now) => <OutstandingOrders orders={[now]} />);
  await user.click(screen.getByRole('button', { name: `Close order ${order.orderNumber}` }));
  expect(screen.getByRole('group').textContent).toContain('counts as read then: Nut allergy');
  await user.click(screen.getByRole('button', { name: `Take the money of order ${order.orderNumber}` }));
  await waitFor(() => expect(server.requests).toHaveLength(3));
  expect(server.requests.map(({ call }) => call.split('/').at(-2))).toEqual([
    'read-note',
    'progress',
    'complete',
  ]);
});
