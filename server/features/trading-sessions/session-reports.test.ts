import { afterEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { SessionReport } from '#shared/api/session-reports.ts';
import { journalOf } from '#shared/close/journal.ts';
import { basketOfTea, type Trading } from '../../testing/server.ts';
import { later, server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import {
  finished,
  reopened,
  reportOf,
  session,
  sessionsOf,
  type Issued,
} from '../../../tests/support/shop/report-steps.ts';
import { closed, refund, times } from '../../../tests/support/shop/refund-steps.ts';
import { soldOutRepository } from '../catalogs/sold-out-repository.ts';
import { pausesRepository } from '../ordering/pauses-repository.ts';
import { sessionMoney } from '../../ledger/session-money.ts';
import { sessionReports } from './session-reports.ts';
import { tradingSessionsRepository } from './trading-sessions-repository.ts';
import { verifyReports } from './verify-reports.ts';

setUpServer();
afterEach(() => server.payments.scriptCapture(() => ({ kind: 'done' })));

const check = () => verifyReports(server.database, null);
/** The ledger of an outlet, by account, without zeros. */
async function ledgerOf({ outletId }: Trading): Promise<Record<string, number>> {
  const rows = await server.database.kysely
    .selectFrom('ledger_entries')
    .select('account')
    .select((query) => query.fn.sum<string>('amount').as('sum'))
    .where('outlet_id', '=', outletId)
    .groupBy('account')
    .execute();
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]).filter(([, sum]) => sum));
}
const added = (reports: SessionReport[], account: string) =>
  reports.reduce((sum, { ledger }) => sum + (ledger.accounts[account] ?? 0), 0);

describe('finishing a session issues its report (D53)', () => {
  it('with takings by rate, tips, fees, refunds, pauses, what was not served and what is at risk', async () => {
    const bar = await server.trading();
    await bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, {
      name: 'Bar',
      vatRate: 20,
      vatNumber: 'GB123456789',
      timeZone: 'Europe/Madrid',
    });
    const paid = await closed(bar);
    await refund(paid.id, 250, { at: bar });
    const refused = await bar.order();
    await bar.send('POST', `/sellers/orders/cancel/${refused.id}`, { reason: 'No tea left' });
    await bar.send('POST', `/sellers/outlets/${bar.outletId}/pause`, { until: null, reason: 'Too busy' });
    const { report, hash } = await finished(bar);
    expect(report).toMatchObject({
      number: 1,
      previous: '',
      afterwards: false,
      vatNumber: 'GB123456789',
      timeZone: 'Europe/Madrid',
      later: [],
      atRisk: 0,
      lost: 0,
      notServed: [{ what: 'refused', why: 'No tea left', count: 1, amount: refused.amount }],
      pauses: [{ by: 'person', reason: 'Too busy', to: report.finishedAt }],
      session: {
        captures: 1,
        taken: 1_420,
        sold: [{ rate: 20, gross: 620, vat: 103 }],
        tips: 800,
        smallOrderFees: 20,
        refunds: 1,
        refunded: 250,
        returned: [{ rate: 20, gross: 250, vat: 41 }],
        tipsReturned: 0,
      },
    });
    expect(report.total).toEqual(report.session);
    expect(report.ledger.accounts).toEqual(await ledgerOf(bar));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await sessionsOf(bar))[0].totalEarnings).toBe(report.session.taken - report.session.refunded);
    expect(await check()).toMatchObject({ faults: [], missing: 0 });
  });

  it('what moves later is a dated line of the next, and all reports together are the ledger', async () => {
    const bar = await server.trading();
    const paid = await closed(bar);
    server.payments.scriptCapture(() => ({ kind: 'failed', message: 'No funds' }));
    const owed = await bar.order();
    await bar.send('POST', `/sellers/orders/accept/${owed.id}`);
    await bar.send('POST', `/sellers/orders/progress/${owed.id}`, { items: ['1'], status: 'complete' });
    await bar.send('POST', `/sellers/orders/complete/${owed.id}`);
    const first = await finished(bar);
    expect(first.report).toMatchObject({ atRisk: owed.amount, session: { taken: paid.amount } });
    server.payments.scriptCapture(() => ({ kind: 'done' }));
    await later(60_000);
    await refund(paid.id, 500, { at: bar });
    await refund(paid.id, 300, { at: bar });
    expect(await reportOf(bar, first.report.sessionId), 'it never changes').toEqual(first);
    await reopened(bar);
    await closed(bar);
    const second = await finished(bar);
    expect(second.report).toMatchObject({ number: 2, previous: first.hash, session: { taken: 1_420 } });
    expect(
      second.report.later.map(({ kind, orderNumber, figures }) => [
        kind,
        orderNumber,
        figures.taken - figures.refunded,
      ]),
    ).toEqual([
      ['capture', 2, owed.amount],
      ['refund', 1, -500],
      ['refund', 1, -300],
    ]);
    // The sale of £6.20 is given back before the tip.
    expect(second.report.later.map(({ figures }) => figures.tipsReturned)).toEqual([0, 0, 180]);
    const ledger = await ledgerOf(bar);
    for (const account of Object.keys(ledger))
      expect(added([first.report, second.report], account), account).toBe(ledger[account]);
    expect(await check()).toMatchObject({ faults: [] });
  });

  it('an empty session has a report of nothing; an open one, and a stranger’s, has none', async () => {
    const bar = await server.trading();
    const [{ id }] = await sessionsOf(bar);
    const path = `/sellers/outlets/trading-sessions/${id}/report`;
    expect((await bar.send('GET', path)).status).toBe(404);
    const { report } = await finished(bar);
    expect(report).toMatchObject({ number: 1, ledger: { transactions: 0, accounts: {} } });
    const stranger = await server.seller();
    expect((await stranger.send('GET', path)).status).toBe(404);
  });

  it('what is paid after the report was made and before the finish is in the report', async () => {
    const bar = await server.trading();
    const { id, amount } = await bar.order(basketOfTea);
    for (let step = 0; step < 4; step += 1)
      await bar.send('POST', `/sellers/outlets/${bar.outletId}/progress-order/${id}`);
    const reports = sessionReports(server.database);
    let made = 0;
    const slowly = {
      async ofOpenSession(outletId: string, now: Date) {
        const report = await reports.ofOpenSession(outletId, now);
        made += 1;
        if (made === 1) await bar.send('POST', `/sellers/orders/complete/${id}`);
        return report;
      },
    };
    // The server's own, so that its statement is the same one.
    const withSession = [soldOutRepository(server.database), pausesRepository(server.database)];
    const { finish } = tradingSessionsRepository(
      server.database,
      async () => [],
      sessionMoney(server.database),
      slowly,
      withSession,
    );
    expect(await finish(bar.outletId, server.clock.now())).toEqual({ kind: 'finished' });
    expect(made).toBe(2);
    const [{ id: sessionId, totalEarnings }] = await sessionsOf(bar);
    const { report } = await reportOf(bar, sessionId);
    expect([report.session.taken, totalEarnings]).toEqual([amount, amount]);
  });

  it('of many finishes at once one is done, with one report, whatever is paid at that moment', async () => {
    const bar = await server.trading();
    const reports: SessionReport[] = [];
    for (let round = 0; round < 6; round += 1) {
      const { id } = await bar.order(basketOfTea);
      for (let step = 0; step < 4; step += 1)
        await bar.send('POST', `/sellers/outlets/${bar.outletId}/progress-order/${id}`);
      await Promise.all([
        bar.send('POST', `/sellers/orders/complete/${id}`),
        ...times(3, () => session(bar, 'finish')),
      ]);
      await session(bar, 'finish');
      const [{ id: sessionId }] = await sessionsOf(bar);
      reports.push((await reportOf(bar, sessionId)).report);
      await reopened(bar);
    }
    expect(reports.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    const ledger = await ledgerOf(bar);
    for (const account of Object.keys(ledger)) expect(added(reports, account)).toBe(ledger[account]);
    for (const report of reports)
      expect(journalOf(report).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(await check()).toMatchObject({ faults: [] });
  });
});

describe('sessions that were finished by an older version (D53)', () => {
  it('have reports made afterwards, marked so, the oldest first and each once; no money is in two', async () => {
    const bar = await server.trading();
    const asBefore: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const paid = await closed(bar);
      const [{ id }] = await sessionsOf(bar);
      // As that version finished it: without a report.
      await sql`update trading_sessions set finished_at = ${server.clock.now()}, number_of_orders = 1,
        total_earnings = ${paid.amount} where id = ${id}`.execute(server.database.kysely);
      await sql`update outlet_feeds set trading_session_id = null where outlet_id = ${bar.outletId}`.execute(
        server.database.kysely,
      );
      asBefore.push(id);
      await refund(paid.id, 100, { at: bar });
      server.clock.advance(1_000);
      await reopened(bar);
    }
    expect((await check()).missing).toBe(3);
    await Promise.all(times(3, () => server.app.doChores()));
    const reports: Issued[] = [];
    for (const id of asBefore) reports.push(await reportOf(bar, id));
    expect(reports.map(({ report: { number, afterwards } }) => [number, afterwards])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
    for (const { report } of reports)
      expect(report).toMatchObject({ session: { taken: 1_420, refunded: 0 }, total: { refunded: 100 } });
    const open = await finished(bar);
    expect(open.report).toMatchObject({ number: 4, ledger: { transactions: 0 } });
    expect(
      added(
        reports.map(({ report }) => report),
        'seller',
      ),
    ).toBe((await ledgerOf(bar))['seller']);
    expect(await check()).toMatchObject({ faults: [], missing: 0 });
  });
});
