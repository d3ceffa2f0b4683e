import { describe, expect, it } from 'vitest';
import { signedTables } from './signed-tables.ts';

const { sign, read } = signedTables('a secret of the server');
const outletId = '01890000-0000-7000-8000-000000000001';
const elsewhere = '01890000-0000-7000-8000-000000000002';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.% é'.split('');
const tables = ['7', '12', 'Bar', 'Garden 3', 'Séparée', 'Стол 4', '露台', '🍺 1', 'x'.repeat(20)];

/** Every text that differs from the given one in one character, lacks one, or has one more. */
function* neighbours(text: string): Generator<string> {
  for (let at = 0; at <= text.length; at += 1) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    if (after !== '') yield before + after.slice(1);
    for (const letter of letters) {
      yield before + letter + after;
      if (after !== '' && after[0] !== letter) yield before + letter + after.slice(1);
    }
  }
}

describe('the address of a table', () => {
  it.each(tables)('is short, fits an address as it is, and names its table: %s', (table) => {
    const signed = sign(outletId, table);
    expect(signed).toMatch(/^[\w-]+$/);
    expect(signed.length).toBeLessThanOrEqual(16 + Math.ceil((Buffer.byteLength(table) * 4) / 3));
    expect(read(outletId, signed)).toBe(table);
  });

  it('names no other table, whatever is changed in it (D69)', () => {
    for (const table of tables)
      for (const changed of neighbours(sign(outletId, table)))
        expect(read(outletId, changed), changed).toBeNull();
    const [seven, bar] = [sign(outletId, '7'), sign(outletId, 'Bar')];
    expect(read(outletId, seven.slice(0, 16) + bar.slice(16))).toBeNull();
  });

  it('names nothing at another outlet or with another secret', () => {
    for (const table of tables) {
      expect(read(elsewhere, sign(outletId, table))).toBeNull();
      expect(read(outletId, signedTables('another secret').sign(outletId, table))).toBeNull();
    }
    const moved = sign('an:outlet', '7').slice(0, 16) + Buffer.from('outlet:7').toString('base64url');
    expect(read('an', moved)).toBeNull();
  });

  it.each(['', '7', 'Nw', 'A'.repeat(16), '\u0000'.repeat(20), '🍺'.repeat(20), ' '])('is not %j', (text) =>
    expect(read(outletId, text)).toBeNull(),
  );
});
