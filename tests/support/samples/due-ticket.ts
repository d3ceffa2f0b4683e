import { kitchenTicket } from '#shared/print/order-documents.ts';
import type { DuePrint } from '#shared/print/jobs.ts';
import { sampleOrder } from './sample-order.ts';

/** The ticket of an order that has just come, with another `part`. */
export const dueTicket = (part: Partial<DuePrint> = {}): DuePrint => ({
  subject: 'order-1',
  label: 'Order 1',
  document: kitchenTicket(sampleOrder()),
  moment: 'arrival',
  at: new Date().toISOString(),
  ageMs: 0,
  ...part,
});
