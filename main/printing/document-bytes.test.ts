import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { layOut } from '#shared/print/layout.ts';
import { customerReceipt, kitchenTicket } from '#shared/print/order-documents.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { codePagesOf } from '#shared/print/printer.ts';
import { testPage } from '#shared/print/till-documents.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { documentBytes, type DrawLine, type DrawnLine } from './document-bytes.ts';

const epson = {
  name: 'Bar',
  width: 80,
  dialect: 'epson',
  codePage: 'PC858_EURO',
  cut: true,
  drawer: false,
} as const;
const outlet = {
  name: 'The Old Ferry',
  telephone: '',
  lineOne: '1 Bankside',
  lineTwo: '',
  city: 'London',
  county: '',
  postcode: 'SE1 9PB',
};
const receipt = customerReceipt(sampleOrder(), outlet, noPrintSettings.receipt);

/** An entirely black picture. */
const black: DrawLine = async ({ width, height }) => {
  const png = new PNG({ width, height });
  png.data.fill(0);
  for (let at = 3; at < png.data.length; at += 4) png.data[at] = 255;
  return PNG.sync.write(png);
};
const cannotDraw: DrawLine = async () => null;

async function bytesOf(...[document, settings, draw]: Parameters<typeof documentBytes>): Promise<Buffer> {
  const sheet = await documentBytes(document, settings, draw);
  if ('refused' in sheet) throw new Error(sheet.refused);
  return sheet.bytes;
}

const [burger, coffee] = sampleOrder().items;
if (!burger || !coffee) throw new Error('The sample has two lines');
const labelled = sampleOrder({
  items: [
    { ...burger, allergens: ['gluten', 'milk'], allergenKinds: ['wheat'], stated: 'partly' },
    { ...coffee, containsNone: true, stated: 'whole' },
    { ...coffee, id: 'line-3', name: 'Tap water' },
  ],
});

describe('the bytes of a sheet', () => {
  it.each([58, 80] as const)(
    'say of each line what is stated of its allergens, on %i mm (D56)',
    async (width) => {
      for (const document of [
        kitchenTicket(labelled),
        customerReceipt(labelled, outlet, noPrintSettings.receipt),
      ]) {
        const { lines } = readEscPos(await bytesOf(document, { ...epson, width }, cannotDraw));
        const paper = lines.map(({ text }) => text.trim()).join(' ');
        for (const said of [
          '+ Bacon Contains: Gluten (wheat), Milk; rest not stated',
          'None of the 14 allergens',
          'Allergens not stated',
        ])
          expect(paper).toContain(said);
      }
    },
  );

  it('begin with a reset, plain ASCII and PC858, and each £ is 0x9C (T1, T2)', async () => {
    const bytes = await bytesOf(receipt, epson, cannotDraw);
    expect(bytes.subarray(0, 8).toString('hex')).toBe('1b401b52001b7413');
    expect(bytes.includes(0x9c)).toBe(true);
    expect(bytes.filter((byte) => byte === 0x9c)).toHaveLength(
      layOut(receipt, 48).filter(({ amount }) => amount !== undefined).length,
    );
    expect(bytes.includes(0xa3)).toBe(false);
  });

  it.each([58, 80] as const)('are the lines of the document, on %i mm, in every look (T4)', async (width) => {
    for (const document of [receipt, kitchenTicket(sampleOrder())]) {
      const { lines, cuts, pulses } = readEscPos(await bytesOf(document, { ...epson, width }, cannotDraw));
      const columns = width === 58 ? 32 : 48;
      const meant = layOut(document, columns).map(({ text, amount = '', size, bold, reversed }) => ({
        text: amount === '' ? text : text.padEnd(columns - amount.length) + amount,
        wide: size === 'large',
        tall: size !== 'normal',
        bold,
        reversed,
      }));
      expect(lines.filter(({ text }) => text !== '')).toEqual(meant.filter(({ text }) => text !== ''));
      expect({ cuts, pulses }).toEqual({ cuts: 1, pulses: 0 });
    }
  });

  it('two sheets share nothing (T5)', async () => {
    const one = await bytesOf(kitchenTicket(sampleOrder({ orderNumber: 1 })), epson, cannotDraw);
    const other = await bytesOf(kitchenTicket(sampleOrder({ orderNumber: 2 })), epson, cannotDraw);
    expect(other.length).toBe(one.length);
    expect(readEscPos(other).lines.some(({ text }) => text.startsWith('#1 '))).toBe(false);
  });

  it('whatever a customer writes, only our commands come out, one cut and no pulse (T3)', async () => {
    const every = String.fromCharCode(...Array(256).keys());
    const allowed = new Set(['ESC @', 'ESC R', 'ESC t', 'ESC !', 'ESC E', 'ESC d', 'GS a', 'GS B', 'GS V']);
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.constant(every));
    await fc.assert(
      fc.asyncProperty(text, text, text, async (note, customerName, name) => {
        const items = [{ ...sampleOrder().items[0]!, name }];
        const ticket = kitchenTicket(sampleOrder({ note, customerName, items }));
        const { commands, cuts, pulses } = readEscPos(await bytesOf(ticket, epson, cannotDraw));
        expect(commands.filter((command) => !allowed.has(command))).toEqual([]);
        expect({ cuts, pulses }).toEqual({ cuts: 1, pulses: 0 });
      }),
      { numRuns: 60 },
    );
  });

  it('a glyph that the page lacks makes a picture of its line, and the money beside it stays text', async () => {
    const drawn: DrawnLine[] = [];
    const draw: DrawLine = async (line) => {
      drawn.push(line);
      return black(line);
    };
    const items = [{ ...sampleOrder().items[0]!, name: '東京ラーメン 🍜', modifications: [] }];
    const document = customerReceipt(sampleOrder({ items }), outlet, noPrintSettings.receipt);
    const { lines, pictures } = readEscPos(await bytesOf(document, epson, draw));
    expect(drawn).toEqual([
      { text: '2 x 東京ラーメン 🍜', width: 576, height: 24, bold: false, reversed: false },
    ]);
    expect(pictures).toMatchObject([{ width: 576, height: 24 }]);
    expect(pictures[0]?.bits.every((byte) => byte === 0xff)).toBe(true);
    expect(lines.map(({ text }) => text)).toContain('£11.00'.padStart(48));
  });

  it('a mark is large, bold and boxed, a note is reversed and headed, and no note has the bytes of a mark', async () => {
    const blocks = [
      { kind: 'mark', text: 'REPRINT 2 19:04' },
      { kind: 'note', text: 'REPRINT 2 19:04' },
    ] as const;
    const bytes = await bytesOf({ kind: 'ticket', blocks: [...blocks] }, epson, cannotDraw);
    const large = '1b2130';
    const bold = '1b4501';
    const usual = '1b45001b2100';
    const line = (text: string) => `${large}${bold}${Buffer.from(text).toString('hex')}${usual}0a`;
    const box = ['+----------------------+', '|   REPRINT 2 19:04    |', '+----------------------+'];
    expect(bytes.toString('hex')).toContain(box.map(line).join(''));
    const note = Buffer.from(' Note: REPRINT 2 19:04'.padEnd(48)).toString('hex');
    expect(bytes.toString('hex')).toContain(`1b2110${bold}1d4201${note}1d4200${usual}0a`);
  });

  it('what cannot be drawn either is printed with question marks, never left out', async () => {
    const ticket = kitchenTicket(sampleOrder({ note: 'No 🥜 please' }));
    const { lines } = readEscPos(await bytesOf(ticket, epson, cannotDraw));
    expect(lines.map(({ text }) => text.trim())).toContain('Note: No ? please');
  });

  it('money is printed exactly or not at all', async () => {
    // A code page that is not offered, because every offered one has a £.
    const noPound = { ...epson, codePage: 'PC866' as never };
    await expect(documentBytes(receipt, noPound, cannotDraw)).rejects.toThrow('Encoding not recognized');
    for (const codePage of codePagesOf.epson) {
      const { lines } = readEscPos(await bytesOf(receipt, { ...epson, codePage }, cannotDraw));
      expect(
        lines.filter(({ text }) => text.includes('£15.70')),
        codePage,
      ).toHaveLength(1);
    }
  });

  it('the test page prints £1.23 é – through each page, and goes back to the printer’s own', async () => {
    const { lines } = readEscPos(await bytesOf(testPage(epson), epson, cannotDraw));
    const texts = lines.map(({ text }) => text);
    expect(texts).toContain('WPC1252: £1.23 é –');
    expect(texts).toContain('PC858_EURO: £1.23 é -');
    expect(texts.filter((text) => text.includes(': £1.23 é'))).toHaveLength(codePagesOf.epson.length);
    expect(texts).toContain('Total'.padEnd(43) + '£2.46');
  });

  it('a receipt opens the drawer where there is one, a ticket never, and an uncut sheet is fed out', async () => {
    const drawer = { ...epson, drawer: true, cut: false };
    const opened = readEscPos(await bytesOf(receipt, drawer, cannotDraw));
    expect(opened).toMatchObject({ pulses: 2, cuts: 0 });
    expect(opened.lines.slice(-4).every(({ text }) => text === '')).toBe(true);
    const ticket = readEscPos(await bytesOf(kitchenTicket(sampleOrder()), drawer, cannotDraw));
    expect(ticket.pulses).toBe(0);
  });

  it('a Star gets its own commands: page, size, bold, cut and pulse', async () => {
    const star = { ...epson, dialect: 'star', drawer: true } as const;
    const hex = (await bytesOf(receipt, star, cannotDraw)).toString('hex');
    expect(hex.startsWith('1b401b52001b1d7404')).toBe(true);
    for (const command of ['1b690101', '1b45', '1b07', '1b6403']) expect(hex).toContain(command);
    expect(hex).not.toContain('1d56');
    expect(hex).toContain(Buffer.from([0x9c, ...Buffer.from('15.70')]).toString('hex'));
  });
});
