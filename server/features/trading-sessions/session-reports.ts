import { createHash } from 'node:crypto';
import type { SessionReport } from '#shared/api/session-reports.ts';
import { canonicalJson } from '#shared/base/canonical-json.ts';
import { makeReport } from '#shared/close/make-report.ts';
import { isDatabaseError, sqlState, type Database, type Statement } from '../../database/database.ts';
import { reportFacts, type FoundFacts } from './report-facts.ts';

/** A report that is ready to be written: the JSON parameter of {@link reportParts}. */
type Given = {
  seq: number;
  session_id: string;
  number: number;
  issued_at: string;
  body: string;
  hash: string;
  /** The ledger transactions that it takes. */
  transactions: string[];
};

/**
 * Parts of a statement that write the report in the table `given`, after `closed (outlet_id, session_id)`: a report is
 * written with what it reports, or not at all.
 */
export const given = `given as materialized (
  select * from jsonb_to_record($3::jsonb) as g (
    seq int, session_id text, number int, issued_at timestamptz, body text, hash text, transactions jsonb
  )
)`;
export const reportParts = `
issued as (
  insert into session_reports (outlet_id, number, trading_session_id, issued_at, body, hash)
  select closed.outlet_id, given.number, given.session_id, given.issued_at, given.body, given.hash
  from closed, given
), reported as (
  update ledger_reported r set number = given.number from closed, given
  where r.transaction_id = any (array(select jsonb_array_elements_text(transactions) from given))
    and r.outlet_id = closed.outlet_id and r.number is null
)`;

/** Writes the report of a session that was finished without one. */
const issueAfterwards: Statement = {
  name: 'issue_report_afterwards',
  sql: `
with ${given}, closed as (
  select outlet_id, id as session_id from trading_sessions
  where outlet_id = $1 and id = $2 and finished_at is not null
    and not exists (select from session_reports where trading_session_id = $2)
), ${reportParts}
select 1 from closed`,
};

/** The oldest sessions that have no report yet. */
const missing: Statement = {
  name: 'sessions_without_report',
  sql: `
select s.outlet_id, s.id from trading_sessions s
where s.finished_at is not null and not exists (select from session_reports r where r.trading_session_id = s.id)
order by s.finished_at, s.id limit 100`,
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export type SessionReports = ReturnType<typeof sessionReports>;

/** The numbered reports of finished sessions. */
export function sessionReports(database: Database) {
  /** Null if the session has a report meanwhile, or another took its number. */
  async function issue(outletId: string, sessionId: string, now: Date): Promise<void> {
    const found = await reportFacts(database, outletId, sessionId, now);
    if (!found) return;
    try {
      await database.run(issueAfterwards, [outletId, sessionId, JSON.stringify(givenOf(found))]);
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }

  return {
    /** The report of the open session, as if it were finished now; null if none is open. */
    async ofOpenSession(outletId: string, now: Date): Promise<Given | null> {
      const found = await reportFacts(database, outletId, null, now);
      return found && givenOf(found);
    },

    /**
     * Makes some of the reports that past sessions lack: those of an older version, which made none.
     * @returns whether there may be more
     */
    async catchUp(now: () => Date): Promise<boolean> {
      const sessions = await database.run<{ outlet_id: string; id: string }>(missing, []);
      for (const { outlet_id: outletId, id } of sessions) await issue(outletId, id, now());
      return sessions.length > 0;
    },

    /** Null if the session has none. */
    async find(sessionId: string): Promise<{ report: SessionReport; hash: string } | null> {
      const row = await database.kysely
        .selectFrom('session_reports')
        .select(['body', 'hash'])
        .where('trading_session_id', '=', sessionId)
        .executeTakeFirst();
      return row ? { report: JSON.parse(row.body) as SessionReport, hash: row.hash } : null;
    },
  };
}

/** Whether another report has that number, or that session. */
export function isTaken(error: unknown): boolean {
  return ['session_reports_pkey', 'session_reports_trading_session_id_key'].some((name) =>
    isDatabaseError(error, sqlState.uniqueViolation, name),
  );
}

function givenOf({ facts, seq }: FoundFacts): Given {
  const report = makeReport(facts, sha256);
  const body = canonicalJson(report);
  return {
    seq,
    session_id: report.sessionId,
    number: report.number,
    issued_at: report.issuedAt,
    body,
    hash: sha256(body),
    transactions: facts.transactions.filter((one) => one.report === null).map(({ id }) => id),
  };
}
