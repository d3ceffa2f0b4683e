import { alertWords } from './alert-words.ts';
import type { outsidePosts } from './post-outside.ts';
import { failed, type PhoneTarget, type Sender } from './sender.ts';

export type VapidKeys = { publicKey: string; privateKey: string; subject: string };

/** A push service drops a notification that it cannot deliver within this time, in seconds. */
const LIVES_S = 120;

/** Encrypts a message for one browser (RFC 8291) and posts it to that browser's push service (RFC 8030, RFC 8292). */
export function pushSender(
  vapidDetails: VapidKeys,
  { post }: Pick<ReturnType<typeof outsidePosts>, 'post'>,
): Sender<PhoneTarget> {
  return {
    async send({ endpoint, p256dh, auth, token }, message, signal) {
      const { heading, text } = alertWords(message);
      const payload = JSON.stringify({
        heading,
        text,
        outletId: message.outletId,
        orderId: message.order?.id ?? null,
        token,
      });
      const { generateRequestDetails } = (await import('web-push')).default;
      try {
        const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
          vapidDetails,
          TTL: LIVES_S,
          urgency: 'high',
        });
        return await post(endpoint, { headers, body: body ?? '', signal });
      } catch {
        return failed('This phone’s keys are not valid; remove it and add it again.');
      }
    },
  };
}
