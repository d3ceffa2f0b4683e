import type { SessionReport } from '../api/session-reports.ts';
import { csvOf, poundsCell, quoted } from '../base/csv.ts';
import { localDay } from '../base/local-time.ts';
import { netSales } from './figures.ts';
import { nameWords, rateWords } from './report-words.ts';

/** One line of a journal, in pence: a debit is positive, a credit negative. All lines of a report add up to nil. */
export type JournalLine = { account: keyof typeof accounts; description: string; amount: number };

/**
 * The accounts of a report's journal: their codes in Xero's chart for the United Kingdom, and their names in QuickBooks,
 * where each is to be added once.
 */
export const accounts = {
  sales: { code: '200', name: 'Sales' },
  vat: { code: '820', name: 'VAT Control' },
  tips: { code: '814', name: 'Tips owed to staff' },
  fees: { code: '404', name: 'Card and platform fees' },
  disputes: { code: '429', name: 'Card disputes and other deductions' },
  clearing: { code: '610', name: 'Card takings clearing' },
} as const;

/**
 * What a report books: its sales without VAT, the VAT and the tips, against the fees and what the card provider owes. The
 * payouts then bring the clearing account to nil.
 */
export function journalOf({ total }: SessionReport): JournalLine[] {
  const { tips, tipsReturned, fees, others, toSeller } = total;
  const lines: JournalLine[] = [
    ...netSales(total).flatMap((at): JournalLine[] => [
      { account: 'sales', description: rateWords(at), amount: at.vat - at.gross },
      { account: 'vat', description: `VAT at ${at.rate ?? 0}%`, amount: 0 - at.vat },
    ]),
    { account: 'tips', description: 'Tips', amount: tipsReturned - tips },
    { account: 'fees', description: 'Card fees', amount: fees.card },
    { account: 'fees', description: 'Platform fees', amount: fees.platform },
    ...Object.entries(others).map(([name, amount]): JournalLine => ({
      account: 'disputes',
      description: nameWords(name),
      amount,
    })),
    { account: 'clearing', description: 'Owed by the card provider', amount: toSeller },
  ];
  return lines.filter(({ amount }) => amount !== 0);
}

const narration = ({ number, outletName }: SessionReport): string => `Report ${number}, ${outletName}`;

/**
 * Xero's import of manual journals: a positive amount is a debit. Every line has the rate No VAT, because the VAT has
 * lines of its own, to the penny: Xero must not work it out once more.
 */
export function xeroJournal(report: SessionReport): string {
  const [year, month, day] = localDay(report.startedAt, report.timeZone).split('-');
  return csvOf([
    ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    ...journalOf(report).map(({ account, description, amount }) => [
      quoted(narration(report)),
      `${day}/${month}/${year}`,
      quoted(description),
      accounts[account].code,
      'No VAT',
      poundsCell(amount),
    ]),
  ]);
}

/**
 * Each outlet counts its reports from 1, and QuickBooks would take two of the same number for one entry; it takes 21
 * characters. The end of an outlet's id is random, its beginning is the time.
 */
const journalNumber = ({ outletId, number }: SessionReport): string =>
  `${outletId.replaceAll(/[^a-z\d]/gi, '').slice(-8)}-${number}`;

/** QuickBooks Online's import of journal entries: each line is a debit or a credit. Choose the date as day, month, year. */
export function quickBooksJournal(report: SessionReport): string {
  const [year, month, day] = localDay(report.startedAt, report.timeZone).split('-');
  return csvOf([
    ['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description'],
    ...journalOf(report).map(({ account, description, amount }) => [
      journalNumber(report),
      `${day}/${month}/${year}`,
      quoted(accounts[account].name),
      amount > 0 ? poundsCell(amount) : '',
      amount < 0 ? poundsCell(0 - amount) : '',
      quoted(`${narration(report)}: ${description}`),
    ]),
  ]);
}
