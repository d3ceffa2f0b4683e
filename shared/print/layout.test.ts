import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { formatPence, pence } from '../base/money.ts';
import type { PrintDocument } from './document.ts';
import { layOut, type PrintedLine } from './layout.ts';
import { marked } from './marks.ts';
import { customerReceipt, kitchenTicket } from './order-documents.ts';
import { widthOf } from './plain-text.ts';
import { noPrintSettings } from './print-settings.ts';

const outlet = {
  name: 'The Old Ferry',
  telephone: '020 7946 0123',
  lineOne: '1 Bankside',
  lineTwo: '',
  city: 'London',
  county: '',
  postcode: 'SE1 9PB',
};

/** A line as it appears on paper. */
function onPaper({ text, amount, size }: PrintedLine, columns: number): string {
  const room = size === 'large' ? columns / 2 : columns;
  return amount === undefined ? text : text + ' '.repeat(room - widthOf(text) - amount.length) + amount;
}
const printed = (document: PrintDocument, columns: number) =>
  layOut(document, columns).map((line) => onPaper(line, columns));

const topOf = (document: PrintDocument, columns: number, lines: number) =>
  layOut(document, columns)
    .slice(0, lines)
    .map(({ text }) => text);

describe('lines of paper (T4)', () => {
  it('the kitchen ticket at 32 columns: number and table large, the note reversed, no prices', () => {
    const lines = layOut(kitchenTicket(sampleOrder()), 32);
    expect(lines.map(({ text }) => text.trimEnd())).toEqual([
      '#42      Table 7',
      expect.stringMatching(/^\d\d:\d\d Priya Raman$/),
      ' Note: Nut allergy, please keep',
      ' separate',
      '-'.repeat(32),
      '2 x Ferry burger',
      '    + Bacon',
      '    Allergens not stated',
      '1 x Café crème',
      '    Allergens not stated',
      '-'.repeat(32),
      '3 items',
    ]);
    expect(lines[0]).toMatchObject({ size: 'large', bold: true });
    expect(lines.filter(({ reversed }) => reversed)).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('£');
  });

  it('the receipt at 48 columns: prices at the right edge of every line that has one', () => {
    const vat = { vatNumber: 'GB123456789', vatBasisPoints: 2000, footer: 'Thank you' };
    const lines = printed(customerReceipt(sampleOrder(), outlet, vat), 48);
    expect(lines.slice(7)).toEqual([
      expect.stringMatching(/ Priya Raman$/),
      '-'.repeat(48),
      '2 x Ferry burger                          £13.00',
      '    + Bacon',
      '    Allergens not stated',
      '1 x Café crème                             £1.70',
      '    Allergens not stated',
      '-'.repeat(48),
      'Items                                     £14.70',
      'Tip                                        £1.00',
      'Total                                     £15.70',
      '-'.repeat(48),
      'VAT No. GB123456789',
      'VAT included at 20%                        £2.45',
      'VAT is worked out per order and rate, to the',
      'nearest penny, half up. Tips carry none.',
      '-'.repeat(48),
      '                Card authorised',
      '                   Thank you',
    ]);
  });

  it('what a seller labelled is printed: allergens under their line, and VAT at each line’s own rate', () => {
    const [burger, coffee] = sampleOrder().items;
    if (!burger || !coffee) throw new Error('The sample has two lines');
    const order = sampleOrder({
      items: [
        {
          ...burger,
          allergens: ['gluten', 'milk'],
          allergenKinds: ['wheat'],
          stated: 'whole',
          vatRate: 20,
        },
        { ...coffee, vatRate: 0 },
      ],
      serviceCharge: pence(147),
      amount: pence(1717),
    });
    const ticket = layOut(kitchenTicket(order), 32).map(({ text }) => text);
    expect(ticket.slice(5, 10)).toEqual([
      '2 x Ferry burger',
      '    + Bacon',
      '    Contains: Gluten (wheat),',
      '    Milk',
      '1 x Café crème',
    ]);
    const own = printed(customerReceipt(order, outlet, noPrintSettings.receipt), 32);
    expect(own).toContain('    Contains: Gluten (wheat),');
    // A sixth of £13.00 and of the £1.30 of the service charge that was charged on it.
    expect(own.filter((line) => line.startsWith('VAT included'))).toEqual([
      'VAT included at 20%        £2.38',
      'VAT included at 0%         £0.00',
    ]);
    const outletRate = { ...noPrintSettings.receipt, vatBasisPoints: 500 };
    const mixed = sampleOrder({ ...order, items: [{ ...burger, vatRate: 20 }, coffee] });
    expect(
      printed(customerReceipt(mixed, outlet, outletRate), 32).filter((line) =>
        line.startsWith('VAT included'),
      ),
    ).toEqual(['VAT included at 20%        £2.38', 'VAT included at 5%         £0.09']);
  });

  it('is printed by the outlet’s clocks (D59)', () => {
    const abroad = { ...outlet, timeZone: 'America/New_York' };
    const order = sampleOrder({ createdAt: '2026-07-01T02:30:00Z' });
    expect(printed(customerReceipt(order, abroad, noPrintSettings.receipt), 48).join()).toContain(
      '30 Jun 2026, 22:30',
    );
    expect(printed(kitchenTicket(order, null, 'Asia/Kolkata'), 48).join()).toContain('08:00');
  });

  it('a receipt without VAT says nothing of it, and one with refunds says what was paid in the end', () => {
    const refund = {
      id: 'r1',
      amount: pence(70),
      createdAt: '2026-11-21T13:00:00.000Z',
      reason: null,
      lines: [{ id: 'line-2', name: 'Café crème', quantity: 1 }],
    };
    const order = sampleOrder({
      status: 'complete',
      refunded: pence(70),
      payment: { refunds: [refund], captureError: null },
    });
    const lines = printed(customerReceipt(order, outlet, noPrintSettings.receipt), 32);
    expect(lines.join('\n')).not.toContain('VAT');
    expect(lines.find((line) => line.startsWith('Refund'))).toMatch(/−£0\.70$/);
    expect(lines).toContain('1 × Café crème');
    expect(lines).toContain('Paid after refunds        £15.00');
    expect(lines.at(-1)?.trim()).toBe('Paid by card');
  });

  it.each([32, 48])('no line is wider than %i columns, whatever was ordered', (columns) => {
    const name = `${'Wagyu'.repeat(15)} with 東京ラーメン 🍜🍜🍜 and a very long name that goes on and on`;
    const order = sampleOrder({
      customerName: 'W'.repeat(300),
      tableNumber: 'The table beside the window',
      note: '👩‍🍳 '.repeat(80),
      items: [
        { id: 'x', name, quantity: 99, cost: pence(1_000_099), modifications: [{ name, cost: pence(1) }] },
      ],
    });
    for (const document of [kitchenTicket(order), customerReceipt(order, outlet, noPrintSettings.receipt)])
      for (const line of layOut(document, columns)) {
        const taken = widthOf(line.text) + (line.amount === undefined ? 0 : line.amount.length + 1);
        expect(taken, line.text).toBeLessThanOrEqual(line.size === 'large' ? columns / 2 : columns);
      }
    const priced = layOut(customerReceipt(order, outlet, noPrintSettings.receipt), columns).find(({ text }) =>
      text.startsWith('99 x'),
    );
    expect(priced?.amount).toBe(formatPence(99 * 1_000_100));
  });

  it('control characters, line breaks and turned reading directions are no part of a line (T3)', () => {
    const note = `a\u0000\u001bp\u0000b\r\nc\u009bd\u202ee${String.fromCharCode(...Array(32).keys())}f`;
    const text = layOut(kitchenTicket(sampleOrder({ note, customerName: note })), 48)
      .map((line) => line.text)
      .join('');
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).toContain('apb cde f');
  });

  it('the sheets of a test order say so above all else, and a customer cannot (D48)', () => {
    const order = sampleOrder({ isTest: true, orderNumber: 0, tableNumber: null });
    for (const document of [kitchenTicket(order), customerReceipt(order, outlet, noPrintSettings.receipt)]) {
      expect(document.blocks).toContainEqual({ kind: 'mark', text: 'TEST' });
      expect(document.blocks).toContainEqual({ kind: 'headline', left: 'TEST', right: 'Collect' });
    }
    const named = kitchenTicket(sampleOrder({ customerName: 'TEST', note: 'TEST' }));
    expect(named.blocks.map(({ kind }) => kind)).not.toContain('mark');
  });

  it('a sheet says which copy and which reprint it is, and a first one says nothing (T7)', () => {
    const ticket = kitchenTicket(sampleOrder());
    const now = new Date(2026, 10, 21, 17, 5).getTime();
    const marks = { copy: 1, reprint: 0, doubtful: false, now };
    expect(marked(ticket, marks)).toEqual(ticket);
    expect(topOf(marked(ticket, { ...marks, copy: 2, reprint: 3 }), 32, 5)).toEqual([
      '+--------------+',
      '|  REPRINT 3   |',
      '|    17:05     |',
      '+--------------+',
      '             COPY 2',
    ]);
    expect(topOf(marked(ticket, { ...marks, doubtful: true }), 48, 3)).toEqual([
      '+----------------------+',
      '|   MAY BE OUT TWICE   |',
      '|        17:05         |',
    ]);
    // A certain reprint is marked as such, so the sheet need not also be marked as doubtful.
    expect(topOf(marked(ticket, { ...marks, reprint: 1, doubtful: true }), 48, 2)[1]).toContain('REPRINT 1');
  });

  it.each([32, 48])('no text of a customer’s looks like a mark, at %i columns', (columns) => {
    const ticket = kitchenTicket(sampleOrder());
    const marks = { copy: 1, reprint: 2, doubtful: false, now: Date.now() };
    const box = layOut(marked(ticket, marks), columns).slice(0, columns === 32 ? 4 : 3);
    const looks = box.map(({ size, bold, reversed }) => ({ size, bold, reversed }));
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1);
    const forged = box.map(({ text }) => text).join(' ');
    for (const text of [
      forged,
      'REPRINT 2 19:04',
      `${'x '.repeat(60)}${forged}`,
      '+------------+ | REPRINT 2 |',
    ]) {
      const order = sampleOrder({ note: text, customerName: text, tableNumber: text });
      const lines = layOut(kitchenTicket(order), columns);
      const note = lines.find(({ reversed }) => reversed);
      expect(note?.text).toMatch(/^ Note: /);
      // No other line of that size begins like a line of a mark.
      for (const line of lines.filter(({ size }) => size === 'large'))
        expect(line.text).toMatch(/^(?:#42|Table| )/);
    }
  });

  it('a ticket of an order that was called off says so before anything else', () => {
    expect(topOf(kitchenTicket(sampleOrder({ status: 'deliver_aborted' })), 32, 3)).toEqual([
      '+--------------+',
      '|  CANCELLED   |',
      '+--------------+',
    ]);
  });
});
