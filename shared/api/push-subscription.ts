import { z } from 'zod';

/** What a browser returns when it subscribes to push messages (RFC 8030, RFC 8291). */
export const pushSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/),
  }),
});
export type PushSubscriptionBody = z.infer<typeof pushSubscription>;
