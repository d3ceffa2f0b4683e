import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#shared/base/canonical-json.ts';
import { asOwner } from '../../testing/database.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { closed } from '../../../tests/support/shop/refund-steps.ts';
import { finished, reopened } from '../../../tests/support/shop/report-steps.ts';
import { verifyReports } from './verify-reports.ts';

setUpServer();
const check = () => verifyReports(server.database, null);

describe('reports are checked (D53)', () => {
  it('no statement of the server changes or removes one, or what is in it', async () => {
    const bar = await server.trading();
    await closed(bar);
    await finished(bar);
    const { kysely } = server.database;
    for (const statement of [
      sql`update session_reports set hash = hash`,
      sql`delete from session_reports`,
      sql`truncate session_reports`,
      sql`update ledger_reported set number = number + 1 where number is not null`,
      sql`delete from ledger_reported`,
    ])
      await expect(statement.execute(kysely)).rejects.toThrow(/only added to|stays in it|denied/);
  });

  it.each([
    [
      'one byte of its text',
      'does not have its hash',
      (at: string) => sql`update session_reports
        set body = overlay(body placing '9' from position('"tips":800' in body) + 9 for 1)
        where number = 1 and outlet_id = ${at}`,
    ],
    [
      'its text and its hash',
      'No. 2: It does not follow',
      (
        at: string,
      ) => sql`update session_reports r set body = x.body, hash = encode(sha256(convert_to(x.body, 'UTF8')), 'hex')
        from (select number, outlet_id, replace(body, '"outletName":"', '"outletName":"X') as body from session_reports) x
        where r.number = 1 and r.outlet_id = ${at} and x.number = 1 and x.outlet_id = ${at}`,
    ],
    [
      'its row, which is taken away',
      'No. 1: It is missing',
      (at: string) => sql`delete from session_reports where number = 1 and outlet_id = ${at}`,
    ],
    [
      'a penny of its ledger',
      'No. 1: The ledger',
      (at: string) => sql`update ledger_entries e
        set amount = amount + case account when 'seller' then 1 when 'platform' then -1 else 0 end
        from ledger_reported r where r.transaction_id = e.transaction_id and r.number = 1 and r.outlet_id = ${at}`,
    ],
    [
      'the VAT rate of an order',
      'No. 1: Its sales, VAT and tips are not those of its orders',
      (at: string) => sql`update orders o set items = jsonb_set(items::jsonb, '{0,vatRate}', '5')
        from ledger_reported r join ledger_transactions t on t.id = r.transaction_id
        where o.id = t.order_id and r.number = 1 and r.outlet_id = ${at}`,
    ],
    [
      'which report has a payment',
      'No. 2: The ledger',
      (at: string) => sql`update ledger_reported set number = 2 where number = 1 and outlet_id = ${at}`,
    ],
  ])('who changes %s behind the server is found (“%s”)', async (_what, said, change) => {
    const bar = await server.trading();
    for (const turn of [1, 2, 3]) {
      await closed(bar);
      await finished(bar);
      if (turn < 3) await reopened(bar);
    }
    const found = async () =>
      (await check()).faults
        .filter(({ outletId }) => outletId === bar.outletId)
        .map(({ number, what }) => `No. ${number}: ${what}`)
        .join('\n');
    expect(await found()).toBe('');
    await asOwner(server.database, async ({ kysely }) => {
      const tables = ['session_reports', 'ledger_reported', 'ledger_entries'].map((name) => sql.table(name));
      for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(kysely);
      await change(bar.outletId).execute(kysely);
      for (const table of tables) await sql`alter table ${table} enable trigger user`.execute(kysely);
    });
    expect(await found()).toContain(said);
  });

  it('a hash that was noted is found as long as its report is there', async () => {
    const bar = await server.trading();
    const { report, hash } = await finished(bar);
    expect(canonicalJson(report)).toContain('"number":1');
    expect((await verifyReports(server.database, hash)).found).toBe(true);
    expect((await verifyReports(server.database, 'f'.repeat(64))).found).toBe(false);
  });
});
