import { mailSender, type MailSettings } from './mail-sender.ts';
import { outsidePosts } from './post-outside.ts';
import { pushSender, type VapidKeys } from './push-sender.ts';
import type { Senders } from './sender.ts';
import { vapidKeysOf } from './vapid-keys.ts';
import { webhookSender } from './webhook-sender.ts';

export type SenderSettings = {
  /** Null sends no e-mail. */
  mail: MailSettings | null;
  /** Null makes a key pair from the server's secret. */
  vapid: Omit<VapidKeys, 'subject'> | null;
  /** Whom a push service can ask about this server. */
  subject: string;
  /** Hosts of webhooks that may be private. */
  privateHosts: readonly string[];
  /** Hosts of push services that may be private: guests name them, who have no account. */
  privatePushHosts: readonly string[];
};

/** Every way to reach people that this server has. */
export function openSenders(settings: SenderSettings, secret: string): Senders {
  const { mail, vapid, subject } = settings;
  const [toWebhooks, toPhones] = [
    outsidePosts(settings.privateHosts),
    outsidePosts(settings.privatePushHosts),
  ];
  const keys = { ...(vapid ?? vapidKeysOf(secret)), subject };
  return {
    email: mail && mailSender(mail),
    phone: pushSender(keys, toPhones),
    webhook: webhookSender(toWebhooks),
    pushKey: keys.publicKey,
    refuseWebhook: toWebhooks.refuseAddress,
    refusePhone: toPhones.refuseAddress,
  };
}
