import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { refuse } from '../../http/refusal.ts';
import { countRefusal } from '../../http/limit-requests.ts';
import { sendRefusal } from '../../http/send-refusal.ts';
import type { OwnCounters } from '../../limits/own-counters.ts';
import type { StripeEvents } from '../../payments/stripe-events.ts';
import { cardEventsRepository } from './card-events-repository.ts';

export type CardEventsOptions = {
  database: Database;
  events: StripeEvents;
  clock: Clock;
  /** Counts events without a valid signature. */
  rates: OwnCounters;
  /** Called when the provider is to be asked about an order. */
  onPaymentDue(): void;
};

const MOST_BYTES = 512 * 1024;

/**
 * Stripe's webhook. It is outside the contract: the signature covers the exact bytes, which no schema describes, and
 * the answer is for Stripe alone.
 */
export async function serveCardEvents(
  server: FastifyInstance,
  { database, events, clock, rates, onPaymentDue }: CardEventsOptions,
): Promise<void> {
  const repository = cardEventsRepository(database);
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      '/api/stripe/webhook',
      { bodyLimit: MOST_BYTES, config: { limit: 'events-network', refusals: 'unsigned-events-network' } },
      async (request, reply) => {
        const signature = request.headers['stripe-signature'];
        const event =
          typeof signature === 'string' && Buffer.isBuffer(request.body)
            ? events.read(request.body, signature, clock.now())
            : null;
        if (!event) {
          request.log.warn({ event: 'card-event-refused' });
          await countRefusal(request, rates, 'unsigned-events-network');
          return sendRefusal(reply, refuse(400, 'INVALID_SIGNATURE', 'This was not signed as it should be.'));
        }
        if (!event.isOfOtherMode && (await repository.take(event, clock.now()))) onPaymentDue();
        return { received: true };
      },
    );
  });
}
