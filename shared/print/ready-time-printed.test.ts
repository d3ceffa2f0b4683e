import { expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { kitchenTicket } from './order-documents.ts';

it('a ticket says large when its order is promised to be ready, by the outlet’s clocks, as it was moved last (D63)', () => {
  const promise = (readyBy: string) => ({ readyBy, at: readyBy, by: 'screen' as const, screenName: null });
  const promises = [promise('2026-07-20T18:42:00.000Z'), promise('2026-07-20T18:47:00.000Z')];
  const headlines = (order = sampleOrder()) =>
    kitchenTicket(order, null, 'Europe/London').blocks.filter(({ kind }) => kind === 'headline');
  expect(headlines()).toHaveLength(1);
  expect(headlines(sampleOrder({ promises }))[1]).toEqual({
    kind: 'headline',
    left: 'READY',
    right: '19:47',
  });
});
