import { afterEach, expect, it } from 'vitest';
import { PRINT_CLAIM_LEASE_MS, type PrintClaim, type PrintClaimAct } from '#shared/api/print-claims.ts';
import { testServer, type Send } from '../../testing/server.ts';
import { later, server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';

setUpShop();
afterEach(() => server.clock.start());

/** A till that asks for one sheet: an order's ticket on the kitchen's printer. */
function till(name: string, orderId: string, send: () => Send = () => server.sendFor(shop.id)) {
  return async (act: PrintClaimAct, claim: number | null = null, other: object = {}): Promise<PrintClaim> => {
    const { status, body } = await send()('POST', `/sellers/outlets/${shop.outletId}/print-claims`, {
      orderId,
      kind: 'ticket',
      copy: 1,
      printer: '192.168.1.50:9100',
      till: { id: name, name: `${name} till` },
      act,
      claim,
      ...other,
    });
    expect(status).toBe(200);
    return body;
  };
}

async function twoTills() {
  const { id } = await shop.order();
  return { bar: till('Bar', id), pass: till('Pass', id) };
}

it('the first till to ask has the claim, and the others are told which has it and for how long', async () => {
  const { bar, pass } = await twoTills();
  expect(await pass('look')).toEqual({ kind: 'free', sheets: 0 });
  expect(await bar('take')).toEqual({ kind: 'yours', claim: 1, sheets: 0 });
  expect(await bar('take')).toEqual({ kind: 'yours', claim: 2, sheets: 0 });
  const told = await pass('take');
  expect(told).toMatchObject({ kind: 'held', tillName: 'Bar till', own: false, sheets: 0 });
  if (told.kind !== 'held') throw new Error('Not held');
  expect(told.leftMs).toBeGreaterThan(PRINT_CLAIM_LEASE_MS - 10_000);
  expect(told.leftMs).toBeLessThanOrEqual(PRINT_CLAIM_LEASE_MS);
  expect(await bar('printed', 2)).toEqual({ kind: 'printed', tillName: 'Bar till', own: true, sheets: 1 });
  expect(await pass('take')).toEqual({ kind: 'printed', tillName: 'Bar till', own: false, sheets: 1 });
});

it('another copy, another document and another printer are claims of their own', async () => {
  const { bar, pass } = await twoTills();
  await bar('take');
  for (const other of [{ copy: 2 }, { kind: 'receipt' }, { printer: '192.168.1.51:9100' }])
    expect(await pass('take', null, other)).toEqual({ kind: 'yours', claim: 1, sheets: 0 });
});

it('once a lease has ended another till takes over and hears that a sheet may be out', async () => {
  server.clock.stop();
  const { bar, pass } = await twoTills();
  await bar('take');
  server.clock.advance(PRINT_CLAIM_LEASE_MS - 1_000);
  expect((await pass('take')).kind).toBe('held');
  server.clock.advance(1_000);
  expect(await pass('look')).toEqual({ kind: 'free', sheets: 1 });
  expect(await pass('take')).toEqual({ kind: 'yours', claim: 2, sheets: 1 });
  // A till that lost the claim cannot free it, but a sheet that it printed after all counts as printed.
  expect((await bar('free', 1)).kind).toBe('held');
  expect(await bar('printed', 1)).toMatchObject({ kind: 'printed', tillName: 'Bar till', sheets: 2 });
  expect((await pass('free', 2)).kind).toBe('printed');
});

it('a lease from before the server’s clock was set back by an hour has ended as well', async () => {
  server.clock.stop();
  const { bar, pass } = await twoTills();
  await bar('take');
  server.clock.advance(-4_000);
  expect((await pass('take')).kind).toBe('held');
  server.clock.advance(4_000 - 3_600_000);
  expect(await pass('look')).toEqual({ kind: 'free', sheets: 1 });
  expect(await pass('take')).toEqual({ kind: 'yours', claim: 2, sheets: 1 });
  expect((await bar('take')).kind).toBe('held');
});

it('what a till gives back is printed by another, marked only where a part of it may be out', async () => {
  const { bar, pass } = await twoTills();
  await bar('take');
  expect(await bar('free', 1)).toEqual({ kind: 'free', sheets: 0 });
  expect(await pass('take')).toEqual({ kind: 'yours', claim: 2, sheets: 0 });
  expect(await pass('given-up', 2)).toEqual({ kind: 'free', sheets: 1 });
  expect(await bar('take')).toEqual({ kind: 'yours', claim: 3, sheets: 1 });
});

it('a word that comes late about an earlier attempt gives nothing back', async () => {
  const { bar, pass } = await twoTills();
  await bar('take');
  await bar('take');
  expect((await bar('free', 1)).kind).toBe('held');
  expect((await pass('take')).kind).toBe('held');
  expect(await bar('given-up', 1)).toMatchObject({ kind: 'held', own: true, sheets: 1 });
});

it('what was printed without a claim counts as printed', async () => {
  const { bar, pass } = await twoTills();
  expect(await bar('printed')).toMatchObject({ kind: 'printed', sheets: 1 });
  expect(await pass('take')).toMatchObject({ kind: 'printed', tillName: 'Bar till' });
});

it('of twenty tills that ask at once exactly one has the claim, also where another server was asked', async () => {
  const other = await testServer({ beside: server });
  const ends = [server, other];
  for (let round = 0; round < 5; round += 1) {
    const { id } = await shop.order();
    const asked = Array.from({ length: 20 }, (_none, at) =>
      till(`Till ${at}`, id, () => (ends[at % 2] ?? server).sendFor(shop.id))('take'),
    );
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'yours')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'held')).toHaveLength(19);

    // And again when all of them find the lease expired.
    server.clock.advance(PRINT_CLAIM_LEASE_MS);
    const again = Array.from({ length: 20 }, (_none, at) => till(`Late till ${at}`, id)('take'));
    const late = (await Promise.all(again)).filter(({ kind }) => kind === 'yours');
    expect(late).toEqual([{ kind: 'yours', claim: 2, sheets: 1 }]);
  }
  await other.close();
});

it.each(['cancelled', 'expired'])('the ticket of an order that was %s is no till’s to print', async (how) => {
  const order = await shop.order();
  const [bar, pass] = [till('Bar', order.id), till('Pass', order.id)];
  const onPaper = { printer: '192.168.1.51:9100' };
  await bar('printed', null, onPaper);
  await bar('take');
  if (how === 'cancelled') await shop.send('POST', `/sellers/orders/cancel/${order.id}`, {});
  else await later(3_600_000);
  if (how === 'cancelled') expect(await pass('take')).toMatchObject({ kind: 'held', ended: true });
  await bar('free', 1);
  for (const ask of [bar, pass]) expect(await ask('take')).toEqual({ kind: 'withdrawn', sheets: 0 });
  expect(await pass('look')).toEqual({ kind: 'free', sheets: 0 });
  expect(await pass('take', null, onPaper)).toMatchObject({ kind: 'printed', ended: true });
  expect((await pass('take', null, { kind: 'receipt' })).kind).toBe('yours');
});

it('claims are forgotten after two days, and not before', async () => {
  const { bar } = await twoTills();
  await bar('printed');
  await later(47 * 3_600_000);
  expect((await bar('look')).kind).toBe('printed');
  await later(3_600_000);
  expect(await bar('look')).toEqual({ kind: 'free', sheets: 0 });
});
