import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { usualRungs } from '#shared/api/escalation.ts';
import {
  alertsOf,
  gateway,
  guarded,
  mail,
  phones,
  senders,
  sent,
  setUpAlerts,
} from '../../../tests/support/alerts/guarded-shop.ts';
import { vapidClaims } from '../../../tests/support/alerts/push-service.ts';
import { eventsOf, setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { opensScreens, report } from '../../../tests/support/shop/attendance-steps.ts';
import { RENEW_EVERY_MS } from '../../senders/sending-claimed.ts';
import { testServer } from '../../testing/server.ts';
import { renewAlerts } from './alerts-repository.ts';

setUpAlerts();
const screens = setUpScreens();
const screen = opensScreens(screens);

describe('an order that nobody has seen (D47)', () => {
  it('climbs each rung at its second, once, and every receipt is kept', async () => {
    const owner = await guarded();
    const elsewhere = await screen(owner.accessToken);
    const told = eventsOf(elsewhere, 'unattended-update');
    const order = await owner.order();
    await later(19_000);
    expect((await owner.send('GET', '/sellers/unattended')).body.alarms).toBeUndefined();
    await later(1_000);
    await vi.waitFor(() => expect(told).not.toEqual([]));
    expect((await owner.send('GET', '/sellers/unattended')).body.alarms).toEqual([
      {
        id: order.id,
        drill: false,
        outletId: owner.outletId,
        outletName: 'The Old Ferry',
        orderNumber: 1,
        tableNumber: '7',
        since: order.createdAt,
      },
    ]);
    const heard = { alarms: [order.id], screenId: 'kitchen', screenName: 'Kitchen till' };
    expect((await owner.send('POST', '/sellers/alarms/heard', heard)).status).toBe(200);

    for (const [afterMs, messages] of [
      [24_000, [0, 0, 0]],
      [1_000, [1, 0, 0]],
      [29_000, [1, 0, 0]],
      [1_000, [1, 1, 1]],
      [44_000, [1, 1, 1]],
      [1_000, [2, 2, 2]],
      [60_000, [2, 2, 2]],
    ] as const) {
      await later(afterMs);
      expect(sent()).toEqual(messages);
    }

    const kept = await alertsOf(owner, order.id);
    const lines = kept.map(({ rung, name, state }) => `${rung}: ${name} ${state}`);
    expect(lines.toSorted()).toEqual(
      [
        'again: Sam’s phone delivered',
        'again: Webhook delivered',
        'again: sam@ferry.test delivered',
        'messages: Webhook delivered',
        'messages: sam@ferry.test delivered',
        'phones: Sam’s phone delivered',
        'screens: Every screen delivered',
        'screens: Kitchen till delivered',
      ].toSorted(),
    );
    expect(kept.find(({ rung }) => rung === 'phones')?.at).toBe(
      new Date(Date.parse(order.createdAt) + 45_000).toISOString(),
    );
  });

  it('has its receipts for 90 days', async () => {
    const owner = await guarded();
    const order = await owner.order();
    await later(75_000);
    await later(89 * 24 * 3_600_000);
    expect(await alertsOf(owner, order.id)).toHaveLength(4);
    await later(2 * 24 * 3_600_000);
    expect(await alertsOf(owner, order.id)).toEqual([]);
  });

  it('is told in words that name no customer, signed so that its receiver can trust it', async () => {
    const owner = await guarded();
    const order = await owner.order({ customerName: 'Priya Raman' });
    await later(75_000);
    const [push] = phones.received;
    const [hook] = gateway.received;
    const [letter] = mail.mails;
    if (!push || !hook || !letter) throw new Error('something was not sent');
    const words = 'Order 1, table 7, at The Old Ferry has waited 75 seconds and nobody has seen it.';

    expect(vapidClaims(push, owner.pushKey)).toMatchObject({
      aud: phones.url,
      sub: 'mailto:test@servery.test',
    });
    const shown = phones.read(push);
    expect(shown).toMatchObject({
      outletId: owner.outletId,
      orderId: order.id,
      text: expect.stringContaining(words),
    });
    const arrived = await server.send('POST', '/alerts/arrived', { token: shown.token });
    expect(arrived.status).toBe(200);
    const phone = (await alertsOf(owner, order.id)).find(({ rung }) => rung === 'phones');
    expect(phone).toMatchObject({ name: 'Sam’s phone', arrivedAt: server.clock.now().toISOString() });
    const forged = `${shown.token.slice(0, -2)}xx`;
    expect((await server.send('POST', '/alerts/arrived', { token: forged })).status).toBe(400);

    const text = hook.body.toString();
    const [, at = '', v1] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(hook.headers['servery-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', owner.secret).update(`${at}.${text}`).digest('hex'));
    expect(Math.abs(Number(at) * 1000 - server.clock.now().getTime())).toBeLessThan(1000);
    expect(JSON.parse(text)).toMatchObject({ type: 'order.unseen', test: false, order: { id: order.id } });

    expect(letter.to).toEqual(['sam@ferry.test']);
    expect(letter.text).toContain('Subject: Order 1 at The Old Ferry: nobody has seen it');
    for (const said of [text, letter.text, JSON.stringify(shown)]) {
      expect(said.replaceAll(/=?\r\n/g, '')).toContain('nobody has seen it');
      expect(said).not.toContain('Priya');
    }
  });

  it.each(['accepted', 'cancelled', 'seen', 'expired'])('climbs no further once it is %s', async (how) => {
    const owner = await guarded();
    const order = await owner.order();
    await later(45_000);
    expect(sent()).toEqual([1, 0, 0]);
    if (how === 'accepted') await owner.send('POST', `/sellers/orders/accept/${order.id}`);
    if (how === 'cancelled') await owner.send('POST', `/sellers/orders/cancel/${order.id}`);
    if (how === 'seen')
      await report(await screen(owner.accessToken, owner.outletId), { orderId: order.id, stage: 'seen' });
    if (how === 'expired')
      await server.database.kysely
        .updateTable('orders')
        .set({ expires_at: server.clock.now() })
        .where('id', '=', order.id)
        .execute();
    await later(30_000);
    await later(60_000);
    expect(sent()).toEqual([1, 0, 0]);
    const unattended = await server.sendFor(owner.id)('GET', '/sellers/unattended');
    expect(unattended.body.alarms).toBeUndefined();
  });

  it('stops within a second what is being sent while somebody answers', async () => {
    const owner = await guarded();
    const held: (() => void)[] = [];
    gateway.answer = (response) => void held.push(() => response.end());
    const order = await owner.order();
    server.clock.advance(75_000);
    const looking = server.app.doChores();
    await vi.waitFor(() => expect(held).toHaveLength(1));
    await owner.send('POST', `/sellers/orders/accept/${order.id}`);
    const run = vi.spyOn(server.database, 'run');
    onTestFinished(() => run.mockRestore());
    await looking;
    const renewed = run.mock.calls.findIndex(([{ name }]) => name === renewAlerts.name);
    expect(await run.mock.results[renewed]?.value, 'the next time that it is said to be under way').toEqual(
      [],
    );
    expect(2 * RENEW_EVERY_MS).toBeLessThan(1_000);
    const kept = await alertsOf(owner, order.id);
    expect(kept.find(({ channel }) => channel === 'webhook')?.state).toBe('stopped');
  });

  it('is told of once by two servers that look at the same moment', async () => {
    const beside = await testServer({ beside: server, senders: senders() });
    try {
      const owner = await guarded();
      for (let count = 0; count < 5; count += 1) await owner.order();
      for (const ms of [45_000, 30_000, 45_000]) {
        server.clock.advance(ms);
        await Promise.all([server.app.doChores(), beside.app.doChores(), server.app.doChores()]);
      }
      expect(sent()).toEqual([10, 10, 10]);
    } finally {
      await beside.close();
    }
  });

  it('says why something was not delivered, and tries it again on the last rung', async () => {
    const owner = await guarded();
    mail.refused.add('sam@ferry.test');
    gateway.answer = (response) => response.writeHead(302, { location: `${gateway.url}/elsewhere` }).end();
    phones.setAnswer((response) => response.writeHead(410).end());
    const order = await owner.order();
    await later(75_000);
    const reasons = async () =>
      (await alertsOf(owner, order.id))
        .filter(({ rung }) => rung === 'phones' || rung === 'messages')
        .map(({ channel, state, why }) => `${channel} ${state}: ${why}`);
    expect((await reasons()).toSorted()).toEqual([
      'email failed: The mail server refused the address (550).',
      'phones failed: It is no longer there (410).',
      'webhook failed: It redirects elsewhere, which is not followed.',
    ]);
    expect(gateway.received).toHaveLength(1);
    mail.refused.clear();
    phones.setAnswer((response) => response.writeHead(201).end());
    gateway.answer = (response) => response.end();
    await later(45_000);
    const again = (await alertsOf(owner, order.id)).filter(({ rung }) => rung === 'again');
    expect(again.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('a phone or webhook that is gone counts as nobody, until it takes a message or is added again', async () => {
    const owner = await guarded();
    const shown = async () => (await server.sendFor(owner.id)('GET', `${owner.path}/escalation`)).body;
    const gone = [
      { channel: 'phones', why: 'nobody' },
      { channel: 'webhook', why: 'nobody' },
    ];
    expect((await shown()).missing).toEqual([]);
    phones.setAnswer((response) => response.writeHead(410).end());
    gateway.answer = (response) => response.writeHead(404).end();
    await owner.order();
    await later(75_000);
    const said = await shown();
    expect(said.missing).toEqual(gone);
    expect(said.phones).toEqual([expect.objectContaining({ goneAt: expect.any(String) })]);
    phones.setAnswer((response) => response.writeHead(201).end());
    gateway.answer = (response) => response.end();
    await later(45_000);
    expect((await shown()).missing, 'both were tried again').toEqual([]);

    phones.setAnswer((response) => response.writeHead(410).end());
    gateway.answer = (response) => response.writeHead(410).end();
    await server.hear(owner.outletId);
    await owner.order();
    await later(75_000);
    expect((await shown()).missing).toEqual(gone);
    const send = server.sendFor(owner.id);
    const added = await send('POST', `${owner.path}/phones`, phones.subscription('Sam’s phone'));
    expect(added.body.missing).toEqual(gone.slice(1));
    expect(added.body.phones[0]).not.toHaveProperty('goneAt');
    const body = { rungs: usualRungs, emails: ['sam@ferry.test'], webhookUrl: `${gateway.url}/other` };
    expect((await send('PUT', `${owner.path}/escalation`, body)).body.missing).toEqual([]);
  });
});
