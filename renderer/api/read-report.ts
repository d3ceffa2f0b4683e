import type { Reply } from '#shared/api/contract.ts';
import { record, text } from '#shared/base/loose-json.ts';

type ReportReply = Reply<'GET /sellers/outlets/trading-sessions/:periodId/report'>;

/** A report of the form that this app knows, which its hash covers as it is; null for any other. */
export function readReport(value: unknown): ReportReply | null {
  const { report, hash } = record(value);
  return record(report)['format'] === 1
    ? { report: report as ReportReply['report'], hash: text(hash) }
    : null;
}
