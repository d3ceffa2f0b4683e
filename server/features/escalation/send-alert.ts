import type { Clock } from '../../core/clock.ts';
import { alertWords } from '../../senders/alert-words.ts';
import { failed, type AlertMessage, type Receipt, type Senders } from '../../senders/sender.ts';
import type { ClaimedAlert } from './claimed-alert.ts';
import type { escalationTokens } from './tokens.ts';

export type SendAlertOptions = {
  senders: Senders;
  tokens: ReturnType<typeof escalationTokens>;
  clock: Clock;
};

/** An alert that comes later is no use any more. */
const LIVES_S = 120;

/** Sends a claimed message by the sender of its target. */
export function alertSending({ senders, tokens, clock }: SendAlertOptions) {
  return async function send(alert: ClaimedAlert, signal: AbortSignal): Promise<Receipt> {
    const message = messageOf(alert, clock.now());
    const [channel, ...rest] = alert.target.split(':');
    switch (channel) {
      case 'email':
        return senders.email
          ? senders.email.send(rest.join(':'), message, signal)
          : failed('This server sends no e-mail: its operator must set SMTP_URL.');
      case 'phone': {
        const { endpoint, p256dh, auth } = alert;
        if (endpoint === null || p256dh === null || auth === null) return failed('It was removed.');
        const payload = pushed(message, tokens.arrivalToken(alert.id));
        return senders.phone.send({ endpoint, p256dh, auth }, { payload, livesS: LIVES_S }, signal);
      }
      case 'webhook': {
        const { webhook_url: url, webhook_salt: salt } = alert;
        if (!url || salt === null) return failed('It was removed.');
        return senders.webhook.send(
          { url, secret: tokens.webhookKey(alert.outlet_id, salt) },
          message,
          signal,
        );
      }
      default:
        return failed('This server does not know how.');
    }
  };
}

/** What a phone is sent; the token proves to the server that the phone has shown it. */
function pushed(message: AlertMessage, token: string) {
  const { heading, text } = alertWords(message);
  return { heading, text, outletId: message.outletId, orderId: message.order?.id ?? null, token };
}

function messageOf(alert: ClaimedAlert, sentAt: Date): AlertMessage {
  return {
    id: alert.id,
    outletId: alert.outlet_id,
    outletName: alert.outlet_name,
    order:
      alert.order_id === null
        ? null
        : {
            id: alert.order_id,
            number: alert.order_number,
            table: alert.table_number,
            since: alert.since,
            expiresAt: alert.expires_at,
          },
    sentAt,
  };
}
