import { describe, expect, it } from 'vitest';
import { usualRungs } from '#shared/api/escalation.ts';
import { guarded, phones, setUpAlerts } from '../../../tests/support/alerts/guarded-shop.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import { testServer } from '../../testing/server.ts';

setUpAlerts();
const usual = { rungs: usualRungs, emails: [], webhookUrl: '' };

describe('whom an outlet tells (D47)', () => {
  it('is its seller by e-mail, in the usual rungs, until something else is set', async () => {
    const owner = await server.trading();
    const path = `/sellers/outlets/${owner.outletId}/escalation`;
    expect((await owner.send('GET', path)).body).toEqual({
      rungs: usualRungs,
      emails: [owner.email],
      webhookUrl: '',
      webhookKey: null,
      phones: [],
      pushKey: expect.stringMatching(/^[\w-]{87}$/),
      missing: [{ channel: 'phones', why: 'nobody' }],
    });
    const rungs = { ...usualRungs, screens: { on: false, afterSeconds: 5 } };
    const set = await owner.send('PUT', path, { ...usual, rungs, emails: ['a@ferry.test', 'a@ferry.test'] });
    expect(set.body).toMatchObject({ rungs, emails: ['a@ferry.test'] });
    expect((await owner.send('GET', path)).body).toEqual(set.body);
  });

  it('names what the server cannot send and who is missing', async () => {
    const bare = await testServer({ beside: server });
    try {
      const owner = await bare.trading();
      const path = `/sellers/outlets/${owner.outletId}/escalation`;
      expect((await owner.send('GET', path)).body.missing).toEqual([
        { channel: 'phones', why: 'nobody' },
        { channel: 'email', why: 'no-sender' },
      ]);
      await owner.order();
      server.clock.advance(75_000);
      await bare.app.doChores();
      const { rows } = { rows: await bare.database.kysely.selectFrom('alerts').selectAll().execute() };
      expect(rows.find(({ target }) => target === `email:${owner.email}`)).toMatchObject({
        state: 'failed',
        why: 'This server sends no e-mail: its operator must set SMTP_URL.',
      });
    } finally {
      await bare.close();
    }
    const owner = await server.trading();
    const { body } = await owner.send('PUT', `/sellers/outlets/${owner.outletId}/escalation`, usual);
    expect(body.missing).toContainEqual({ channel: 'email', why: 'nobody' });
  });

  it('has a webhook whose secret stays until a new one is asked for, and is stored nowhere', async () => {
    const owner = await guarded();
    const body = { ...usual, webhookUrl: 'https://gateway.example/hook' };
    const kept = await owner.send('PUT', `${owner.path}/escalation`, body);
    expect(kept.body.webhookKey).toBe(owner.secret);
    const renewed = await owner.send('PUT', `${owner.path}/escalation`, { ...body, newWebhookKey: true });
    expect(renewed.body.webhookKey).toMatch(/^[\w-]{43}$/);
    expect(renewed.body.webhookKey).not.toBe(owner.secret);
    const row = await server.database.kysely.selectFrom('outlet_escalation').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(renewed.body.webhookKey);
  });

  it.each([
    'http://gateway.example/hook',
    'https://10.0.0.8/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://localhost/hook',
    'https://167772168/hook',
    'https://user:word@gateway.example/hook',
    'ftp://gateway.example/hook',
    'gateway',
  ])('has no webhook at %s', async (webhookUrl) => {
    const owner = await server.trading();
    const path = `/sellers/outlets/${owner.outletId}/escalation`;
    const refused = await owner.send('PUT', path, { ...usual, webhookUrl });
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['webhookUrl']]);
    expect((await owner.send('GET', path)).body.webhookUrl).toBe('');
    const subscription = { ...phones.subscription('Phone'), endpoint: webhookUrl };
    if (!webhookUrl.includes('user:'))
      expect(
        (await owner.send('POST', `/sellers/outlets/${owner.outletId}/phones`, subscription)).status,
      ).toBe(400);
  });

  it('has each phone once, at most twenty, until it is removed', async () => {
    const owner = await server.trading();
    const path = `/sellers/outlets/${owner.outletId}/phones`;
    await owner.send('POST', path, phones.subscription('Sam’s phone'));
    const again = await owner.send('POST', path, phones.subscription('Sam’s phone'));
    expect(again.body.phones).toHaveLength(1);
    const added = await Promise.all(
      Array.from({ length: 25 }, (_, count) => owner.send('POST', path, phones.subscription(`${count}`))),
    );
    expect(added.filter(({ status }) => status === 409)).toHaveLength(6);
    const full = await owner.send('POST', path, phones.subscription('One more'));
    expect([full.status, full.body.error.code]).toEqual([409, 'TOO_MANY_PHONES']);
    const [first] = again.body.phones;
    const fewer = await owner.send('DELETE', `${path}/${first.id}`);
    expect(fewer.body.phones).toHaveLength(19);
    expect((await owner.send('DELETE', `${path}/${first.id}`)).status).toBe(404);
  });
});
