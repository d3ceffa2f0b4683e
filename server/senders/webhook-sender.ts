import { createHmac } from 'node:crypto';
import { alertWords } from './alert-words.ts';
import type { outsidePosts } from './post-outside.ts';
import type { AlertMessage, Sender, WebhookTarget } from './sender.ts';

/** The header that signs a webhook's body: `t=<Unix seconds>,v1=<hex>`. */
const SIGNATURE_HEADER = 'servery-signature';

/** `v1` is the HMAC-SHA256 of the time, a full stop and the body; the secret is the key. */
function signatureOf(secret: string, body: string, unixSeconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex');
  return `t=${unixSeconds},v1=${v1}`;
}

/** Posts JSON, signed, to an address of the seller's: a gateway for text messages or calls, for instance. */
export function webhookSender({
  post,
}: Pick<ReturnType<typeof outsidePosts>, 'post'>): Sender<WebhookTarget> {
  return {
    send({ url, secret }, message, signal) {
      const body = JSON.stringify(bodyOf(message));
      const signature = signatureOf(secret, body, Math.floor(message.sentAt.getTime() / 1000));
      const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature };
      return post(url, { headers, body, signal });
    },
  };
}

function bodyOf(message: AlertMessage) {
  const { id, outletId, outletName, order } = message;
  return {
    id,
    type: order ? 'order.unseen' : 'test',
    test: order === null,
    text: alertWords(message).text,
    outlet: { id: outletId, name: outletName },
    order: order && {
      id: order.id,
      number: order.number,
      table: order.table,
      since: order.since.toISOString(),
      expiresAt: order.expiresAt?.toISOString() ?? null,
    },
  };
}
