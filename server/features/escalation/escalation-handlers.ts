import { MOST_PHONES, type Escalation } from '#shared/api/escalation.ts';
import type { Clock } from '../../core/clock.ts';
import { invalid, notFound, refuse } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { Senders } from '../../senders/sender.ts';
import type { AlertsRepository } from './alerts-repository.ts';
import {
  newSalt,
  type EscalationRepository,
  type StoredEscalation,
  type phonesRepository,
} from './escalation-repository.ts';
import type { escalationTokens } from './tokens.ts';

type EscalationHandlers = Pick<
  RouteHandlers,
  | 'GET /sellers/outlets/:outletId/escalation'
  | 'PUT /sellers/outlets/:outletId/escalation'
  | 'POST /sellers/outlets/:outletId/phones'
  | 'DELETE /sellers/outlets/:outletId/phones/:phoneId'
  | 'POST /alerts/arrived'
>;
export type EscalationHandlersOptions = {
  repository: EscalationRepository;
  phones: ReturnType<typeof phonesRepository>;
  alerts: AlertsRepository;
  senders: Senders;
  tokens: ReturnType<typeof escalationTokens>;
  clock: Clock;
  /** Whom an outlet tells, and when, has changed. */
  settingsChanged(): void;
};

export function escalationHandlers(options: EscalationHandlersOptions): EscalationHandlers {
  const { repository, phones, alerts, senders, tokens, clock, settingsChanged } = options;

  async function found(sellerId: string, outletId: string) {
    const kept = await repository.find(sellerId, outletId);
    return kept ? shown(outletId, kept) : notFound();
  }

  function shown(outletId: string, { webhook, ...kept }: StoredEscalation): Escalation {
    return {
      ...kept,
      webhookUrl: webhook?.url ?? '',
      webhookKey: webhook && tokens.webhookKey(outletId, webhook.salt),
      pushKey: senders.pushKey,
      missing: missingOf({ ...kept, webhook }, senders),
    };
  }

  return {
    'GET /sellers/outlets/:outletId/escalation': ({ caller, params }) => found(caller.id, params.outletId),

    async 'PUT /sellers/outlets/:outletId/escalation'({ caller, params: { outletId }, body }) {
      const before = await repository.find(caller.id, outletId);
      if (!before) return notFound();
      const refusal = body.webhookUrl === '' ? null : senders.refuseWebhook(body.webhookUrl);
      if (refusal) return invalid({ webhookUrl: refusal });
      const salt = body.newWebhookKey || !before.webhook ? newSalt() : before.webhook.salt;
      await repository.save(outletId, body, salt);
      settingsChanged();
      return found(caller.id, outletId);
    },

    async 'POST /sellers/outlets/:outletId/phones'({ caller, params: { outletId }, body }) {
      if (!(await repository.isOwn(caller.id, outletId))) return notFound();
      const refusal = senders.refusePhone(body.endpoint);
      if (refusal) return invalid({ endpoint: refusal });
      if (!(await phones.add(outletId, body, MOST_PHONES, clock.now())))
        return refuse(
          409,
          'TOO_MANY_PHONES',
          `An outlet has at most ${MOST_PHONES} phones. Remove one first.`,
        );
      settingsChanged();
      return found(caller.id, outletId);
    },

    async 'DELETE /sellers/outlets/:outletId/phones/:phoneId'({ caller, params: { outletId, phoneId } }) {
      const isOwn = await repository.isOwn(caller.id, outletId);
      const removed = isOwn && (await phones.remove(outletId, phoneId));
      return removed ? found(caller.id, outletId) : notFound();
    },

    async 'POST /alerts/arrived'({ body }) {
      const id = tokens.alertOf(body.token);
      if (id === null) return invalid({ token: 'No message came with this token.' });
      await alerts.arrived(id, clock.now());
      return {};
    },
  };
}

/**
 * The channels that reach nobody: a webhook is a choice unless it is gone, but somebody should be reached by phone and
 * e-mail.
 */
function missingOf({ phones, emails, webhook }: StoredEscalation, senders: Senders): Escalation['missing'] {
  return [
    ...(phones.every(({ goneAt }) => goneAt) ? [{ channel: 'phones' as const, why: 'nobody' as const }] : []),
    ...(senders.email === null
      ? [{ channel: 'email' as const, why: 'no-sender' as const }]
      : emails.length === 0
        ? [{ channel: 'email' as const, why: 'nobody' as const }]
        : []),
    ...(webhook?.isGone ? [{ channel: 'webhook' as const, why: 'nobody' as const }] : []),
  ];
}
