import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { usualRungs, type Alert } from '#shared/api/escalation.ts';
import type { Trading } from '../../../server/testing/server.ts';
import { server, setUpServer } from '../shop/set-up.ts';
import { mailServer, type MailServer } from './mail-server.ts';
import { pushService } from './push-service.ts';
import { receiver, type Receiver } from './receivers.ts';

export let mail: MailServer;
export let phones: Awaited<ReturnType<typeof pushService>>;
export let gateway: Receiver;

/** The settings of a server that reaches people through the three services above. */
export const senders = () => ({
  mail: { url: mail.url, from: 'Servery <alerts@servery.test>', mustEncrypt: false },
  privateHosts: ['127.0.0.1'],
  privatePushHosts: ['127.0.0.1'],
});

/** Opens a server that reaches people on loopback; its clock moves only when a test moves it. */
export function setUpAlerts(): void {
  beforeAll(async () => {
    [mail, phones, gateway] = await Promise.all([mailServer(), pushService(), receiver()]);
  });
  setUpServer(() => ({ senders: senders() }));
  beforeAll(() => server.clock.stop());
  afterAll(() => Promise.all([mail.close(), phones.close(), gateway.close()]));
  afterEach(async () => {
    // What one test left unseen is no matter of the next.
    await server.database.kysely.updateTable('orders').set({ seen_at: server.clock.now() }).execute();
    await vi.waitUntil(() => mail.connections() === 0, 30_000);
    mail.mails.length = 0;
    mail.refused.clear();
    phones.received.length = 0;
    phones.setAnswer((response) => response.writeHead(201).end());
    gateway.received.length = 0;
    gateway.answer = (response) => response.end();
  });
}

export type Guarded = Trading & { path: string; secret: string; pushKey: string };

/** A trading seller whose outlet has a phone, an e-mail and a webhook. */
export async function guarded(): Promise<Guarded> {
  const owner = await server.trading();
  const path = `/sellers/outlets/${owner.outletId}`;
  await owner.send('POST', `${path}/phones`, phones.subscription('Sam’s phone'));
  const { body, status } = await owner.send('PUT', `${path}/escalation`, {
    rungs: usualRungs,
    emails: ['sam@ferry.test'],
    webhookUrl: `${gateway.url}/hook`,
  });
  if (status !== 200) throw new Error(`The rungs were answered with ${status}.`);
  return { ...owner, path, secret: body.webhookKey, pushKey: body.pushKey };
}

/** What was sent for the order. The seller signs in anew, because the clock may have moved beyond a token. */
export const alertsOf = async (owner: Trading, orderId: string): Promise<Alert[]> =>
  (await server.sendFor(owner.id)('GET', `/sellers/orders/${orderId}/alerts`)).body;

/** How many messages phones, mailboxes and the webhook have got. */
export const sent = () => [phones.received.length, mail.mails.length, gateway.received.length];
