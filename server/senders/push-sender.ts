import type { outsidePosts } from './post-outside.ts';
import { failed, type PhoneTarget, type Push, type Sender } from './sender.ts';

export type VapidKeys = { publicKey: string; privateKey: string; subject: string };

/** Encrypts a message for one browser (RFC 8291) and posts it to that browser's push service (RFC 8030, RFC 8292). */
export function pushSender(
  vapidDetails: VapidKeys,
  { post }: Pick<ReturnType<typeof outsidePosts>, 'post'>,
): Sender<PhoneTarget, Push> {
  return {
    async send({ endpoint, p256dh, auth }, { payload, livesS, topic }, signal) {
      const { generateRequestDetails } = (await import('web-push')).default;
      try {
        const { headers, body } = generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(payload),
          { vapidDetails, TTL: livesS, urgency: 'high', ...(topic !== undefined && { topic }) },
        );
        return await post(endpoint, { headers, body: body ?? '', signal });
      } catch {
        return failed('This phone’s keys are not valid; remove it and add it again.');
      }
    },
  };
}
