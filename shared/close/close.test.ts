import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { sessionReport } from '../api/session-reports.ts';
import { canonicalJson } from '../base/canonical-json.ts';
import { journalOf, quickBooksJournal, xeroJournal } from './journal.ts';
import { at, booked, drawn, factsOf, sha256 } from '../../tests/support/samples/drawn-sessions.ts';
import { makeReport, type ReportOrder } from './make-report.ts';
import { reportCsv, reportFileName } from './report-csv.ts';

const table = (csv: string) => {
  const { data } = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  return data;
};
const penceOf = (cell = '') => Math.round(Number(cell || '0') * 100);
const sumOf = (rows: Record<string, string>[], heading: string) =>
  rows.reduce((sum, row) => sum + penceOf(row[heading]), 0);

describe('a session’s report (D53)', () => {
  it('of any session is its ledger, its spreadsheet and its journals, to the penny, in every account', () => {
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 12 }), (all) => {
        const facts = factsOf(all);
        const report = makeReport(facts, sha256);
        expect(sessionReport.parse(JSON.parse(canonicalJson(report)))).toEqual(report);
        const own = facts.transactions.filter((one) => one.report === null);
        const ledger = (name: string) => own.reduce((sum, { amounts }) => sum + (amounts[name] ?? 0), 0);
        const { total } = report;
        expect(total.taken - total.refunded).toBe(0 - ledger('customer'));
        expect([total.toSeller, total.fees, total.others['dispute'] ?? 0]).toEqual([
          ledger('seller'),
          { platform: ledger('platform'), card: ledger('card-provider') },
          ledger('dispute'),
        ]);
        for (const of of [report.session, total, ...report.later.map(({ figures }) => figures)]) {
          expect(of.sold.reduce((sum, { gross }) => sum + gross, of.tips)).toBe(of.taken);
          expect(of.returned.reduce((sum, { gross }) => sum + gross, of.tipsReturned)).toBe(of.refunded);
        }
        const csv = table(reportCsv(report));
        const section = (...names: string[]) => csv.filter((row) => names.includes(row['Section'] ?? ''));
        expect(sumOf(section('Money in', 'Money out'), 'Amount')).toBe(0 - ledger('customer'));
        expect(sumOf(section('Fees and payout'), 'Amount')).toBe(0 - ledger('customer'));
        const vat = [...total.sold, ...total.returned.map((one) => ({ ...one, vat: 0 - one.vat }))];
        const vatTotal = vat.reduce((sum, one) => sum + one.vat, 0);
        expect(sumOf(section('Money in', 'Money out'), 'of which VAT')).toBe(vatTotal);
        const said = (line: string) =>
          sumOf(
            section('Report').filter((row) => row['Line'] === line),
            'Amount',
          );
        expect(said('Taken by card')).toBe(total.taken);
        expect(said('of which small order fees')).toBe(total.smallOrderFees);
        expect(0 - said('Given back by card')).toBe(total.refunded);
        const journal = journalOf(report);
        const booked = (account: string) =>
          journal.filter((one) => one.account === account).reduce((sum, { amount }) => sum + amount, 0);
        expect(journal.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
        expect(booked('clearing')).toBe(ledger('seller'));
        expect(booked('fees')).toBe(ledger('platform') + ledger('card-provider'));
        expect(booked('vat')).toBe(0 - vatTotal);
        expect(booked('sales') + booked('vat') + booked('tips')).toBe(ledger('customer'));
        expect(sumOf(table(xeroJournal(report)), '*Amount')).toBe(0);
        const books = table(quickBooksJournal(report));
        expect(sumOf(books, 'Debits')).toBe(sumOf(books, 'Credits'));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the same from the same facts in any order, and another if a penny of its ledger is', () => {
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 6 }), (all) => {
        const facts = factsOf(all);
        const text = canonicalJson(makeReport(facts, sha256));
        const turned = {
          ...facts,
          orders: facts.orders.toReversed(),
          transactions: facts.transactions.toReversed(),
        };
        expect(canonicalJson(makeReport(turned, sha256))).toBe(text);
        const one = facts.transactions.find(({ report }) => report === null);
        if (!one) return;
        const changed = { ...one, amounts: { ...one.amounts, seller: (one.amounts['seller'] ?? 0) + 1 } };
        const transactions = facts.transactions.map((other) => (other === one ? changed : other));
        expect(canonicalJson(makeReport({ ...facts, transactions }, sha256))).not.toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it('a full refund leaves no sale, no VAT and no tip, whatever refunds came before it', () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const thrice = [40, 40, 100].map((part) => ({ part, fails: false }));
        const { total } = makeReport(factsOf([{ ...given, before: false, refunds: thrice }]), sha256);
        expect(total.returned).toEqual(total.sold);
        expect(total.tipsReturned).toBe(total.tips);
      }),
    );
  });

  it('has VAT and tip of an order whatever its clock said: a payment comes before its refund, a refund before its return', () => {
    const times = fc.array(fc.nat(999), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(drawn, fc.boolean(), fc.constantFrom(40, 100), times, (given, fails, part, minutes) => {
        const facts = factsOf([{ ...given, before: false, refunds: [{ part, fails }] }]);
        const turned = facts.transactions.map((one, index) => ({
          ...one,
          // As the server names them.
          id: `${one.kind}:r`,
          at: at(minutes[index] ?? 0),
        }));
        const { total } = makeReport({ ...facts, transactions: turned }, sha256);
        expect(total).toEqual(makeReport(facts, sha256).total);
      }),
    );
  });

  it('tells what was not served and why, and money at risk and lost apart from all figures', () => {
    const facts = factsOf([]);
    const one = (id: string, changes: Partial<ReportOrder>): ReportOrder => ({
      ...booked(
        { items: [], serviceCharge: 0, tip: 0, before: false, refunds: [], told: null, disputed: false },
        0,
      ).order,
      id,
      amount: 700,
      accepted: false,
      ...changes,
    });
    const orders = [
      one('a', { status: 'deliver_expired', seen: false }),
      one('b', { status: 'deliver_expired', seen: false }),
      one('c', { status: 'deliver_expired' }),
      one('d', { status: 'deliver_aborted', cancelledFrom: 'deliver_pending', cancelReason: 'No cod left' }),
      one('e', { status: 'deliver_aborted', cancelledFrom: 'deliver_working' }),
      one('f', { status: 'payment_failure' }),
      one('g', { status: 'deliver_success', due: true, amount: 900 }),
      one('h', { status: 'deliver_success', amount: 500 }),
      one('i', { status: 'deliver_expired', accepted: true, amount: 300 }),
    ];
    const report = makeReport({ ...facts, orders }, sha256);
    expect(report.notServed).toEqual([
      { what: 'cancelled', why: 'No reason given', count: 1, amount: 700 },
      {
        what: 'expired',
        why: 'Accepted, and not closed before the card’s hold ended',
        count: 1,
        amount: 300,
      },
      { what: 'expired', why: 'Nobody answered in time', count: 1, amount: 700 },
      { what: 'expired', why: 'Nobody had seen it', count: 2, amount: 1_400 },
      { what: 'not-paid', why: 'The card was not charged', count: 1, amount: 700 },
      { what: 'refused', why: 'No cod left', count: 1, amount: 700 },
    ]);
    expect([report.atRisk, report.lost, report.total.taken]).toEqual([900, 800, 0]);
  });

  it('has a journal number in QuickBooks that no other outlet’s report has, and that fits', () => {
    const numbersOf = (outletId: string, number: number) => {
      const facts = factsOf(fc.sample(drawn, { seed: 1, numRuns: 6 }));
      const report = makeReport({ ...facts, outlet: { ...facts.outlet, id: outletId }, number }, sha256);
      const numbers = table(quickBooksJournal(report)).map((row) => row['Journal No'] ?? '');
      expect(new Set(numbers).size).toBe(1);
      return numbers[0] ?? '';
    };
    // Made in one moment, two ids differ at their end alone.
    const [one, other] = ['019abcde-1111-7000-8000-00000a1b2c3d', '019abcde-1111-7000-8000-00000a1b2c3e'];
    const numbers = [
      numbersOf(one, 1),
      numbersOf(one, 2),
      numbersOf(other, 1),
      numbersOf(other, 123_456_789),
    ];
    expect(new Set(numbers).size).toBe(4);
    expect(numbers.every((number) => /^[\w-]{1,21}$/.test(number))).toBe(true);
    expect(numbersOf(one, 1), 'the same at each download').toBe(numbers[0]);
  });

  it('is in files that are named for the outlet’s day, dated as the accounts software reads it', () => {
    const facts = factsOf([]);
    const night = { ...facts.session, startedAt: '2026-06-30T23:30:00.000Z' };
    const fees = {
      id: 'fees:x',
      kind: 'fees',
      orderId: 'x',
      sessionId: 'before',
      at: at(1),
      afterFinish: true,
      amounts: { seller: -1, platform: 1 },
      report: null,
    };
    const report = makeReport({ ...facts, session: night, transactions: [fees] }, sha256);
    expect(reportFileName(report, 'xero')).toBe('The-Old-Ferry-Ltd-2026-07-01-xero-2.csv');
    expect(table(xeroJournal(report))[0]).toMatchObject({ '*Date': '01/07/2026', '*TaxRate': 'No VAT' });
    expect(reportCsv(report)).not.toMatch(/(^|,)"?=/m);
  });
});

it('canonical JSON has the keys in order, no spaces, and text as JSON writes it (D53)', () => {
  expect(canonicalJson({ b: [1, { z: 'é"', a: null }], a: true, gone: undefined })).toBe(
    '{"a":true,"b":[1,{"a":null,"z":"é\\""}]}',
  );
});
