import type { LaterLine, SessionReport, Taxed } from '../api/session-reports.ts';

/** `Sales at 20% VAT`; what was sold before a rate was set has none. */
export function rateWords({ rate }: Pick<Taxed, 'rate'>): string {
  return rate === null ? 'Sales, no VAT rate' : `Sales at ${rate}% VAT`;
}

const kinds: Record<string, string> = {
  capture: 'Taken',
  refund: 'Refunded',
  'refund-failed': 'Refund that came back',
  fees: 'Fees, as the card provider told them',
  correction: 'Corrected between fees',
};

/** What a later line is; a kind that is new here is named as the ledger names it. */
export const kindWords = ({ kind }: Pick<LaterLine, 'kind'>): string => kinds[kind] ?? nameWords(kind);

/** `card-dispute` as `Card dispute`. */
export function nameWords(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const endWords: Record<SessionReport['notServed'][number]['what'], string> = {
  refused: 'Refused',
  cancelled: 'Cancelled',
  expired: 'Expired',
  'not-paid': 'Never paid',
};
