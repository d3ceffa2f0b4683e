import { describe, expect, it } from 'vitest';
import { server, shop, setUpShop } from '../../../tests/support/shop/set-up.ts';
import { accept, finished } from '../../../tests/support/shop/order-steps.ts';

setUpShop();

describe('two people at once (D9, D10)', () => {
  it('fifty accept one order: one does, the rest are told so', async () => {
    const { id } = await shop.order();
    const replies = await Promise.all(Array.from({ length: 50 }, () => accept(id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
    expect((await shop.send('GET', `/sellers/orders/${id}`)).body.version).toBe(2);
  });

  it('a stale If-Match changes nothing and brings the order as it stands', async () => {
    const { id } = await shop.order();
    await accept(id, { 'if-match': '"1"' });
    const reply = await shop.send('POST', `/sellers/orders/cancel/${id}`, {}, { 'if-match': '"1"' });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'VERSION_CONFLICT' }, current: { version: 2, status: 'deliver_waiting' } },
    });
    expect((await accept(id, { 'if-match': 'one' })).status).toBe(400);
  });

  it('the same key gives the first reply again, for another command it is refused, and for another seller it is new', async () => {
    const { id } = await shop.order();
    const key = { 'idempotency-key': 'press-1' };
    const first = await accept(id, key);
    await shop.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'ready' });
    expect((await accept(id, key)).body).toEqual(first.body);
    const other = await shop.send('POST', `/sellers/orders/cancel/${id}`, {}, key);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } });
    const neighbour = await server.trading();
    const theirs = await neighbour.order();
    expect(
      (await neighbour.send('POST', `/sellers/orders/accept/${theirs.id}`, undefined, key)).body.id,
    ).toBe(theirs.id);
  });

  it('the same press ten times at once is answered ten times alike (P6)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await shop.order();
      const key = { 'idempotency-key': `ten-${id}`, 'if-match': '"1"' };
      const replies = await Promise.all(Array.from({ length: 10 }, () => accept(id, key)));
      expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
      for (const { body } of replies) expect(body).toEqual(replies[0]?.body);
    }
  });

  it('a press that changed nothing is answered alike later, and still changes nothing', async () => {
    const { id } = await shop.order();
    await accept(id);
    const move = (status: string, headers = {}) =>
      shop.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status }, headers);
    const key = { 'idempotency-key': `again-${id}` };
    const first = await move('waiting', key);
    expect(first).toMatchObject({ status: 200, body: { version: 2 } });
    await move('ready');
    expect((await move('waiting', key)).body).toEqual(first.body);
    expect((await shop.send('GET', `/sellers/orders/${id}`)).body).toMatchObject({
      version: 3,
      status: 'deliver_enroute',
    });
  });

  it('cancel against complete: exactly one wins, and the provider agrees (P13)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await finished();
      const [cancelled, completed] = await Promise.all([
        shop.send('POST', `/sellers/orders/cancel/${id}`),
        shop.send('POST', `/sellers/orders/complete/${id}`),
      ]);
      await server.app.doChores();
      expect([cancelled.status, completed.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(server.payments.captured.has(id)).toBe(completed.status === 200);
      expect(server.payments.released.has(id)).toBe(cancelled.status === 200);
    }
  });
});
