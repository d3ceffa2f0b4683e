import { expect, vi } from 'vitest';
import type { EventOptions } from '../../../server/testing/fake-stripe.ts';
import { patiently } from './card-steps.ts';
import { server } from './set-up.ts';
import { shop, stripe } from './set-up-cards.ts';

/** Sends an event as Stripe does; returns the status of the reply. */
export const deliver = async (payload: string, signature: string) => {
  const reply = await server.app.server.inject({
    method: 'POST',
    url: '/api/stripe/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload,
  });
  return reply.statusCode;
};
export const eventOf = (
  orderId: string,
  type = 'payment_intent.amount_capturable_updated',
  options?: EventOptions,
) => stripe.event(type, shop.account.id, shop.account.shown(shop.intentOf(orderId)), options);
/** An order whose customer has just confirmed the payment with their bank; the event has not arrived yet. */
export const confirmed = async () => {
  const { body } = await shop.place({ paymentMethod: 'pm_card_authenticationRequired' });
  const { id } = body.order;
  shop.account.authenticate(shop.intentOf(id), 'confirmed');
  return id as string;
};
export const dueAt = async (id: string) => (await shop.rowOf(id)).payment_due_at;
export const untilPlaced = (id: string) =>
  vi.waitFor(async () => expect((await shop.rowOf(id)).status).toBe('deliver_pending'), patiently);
export const takenEvents = () => server.database.kysely.selectFrom('card_events').select('id').execute();
export const ahead = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000);
