import { createHmac, timingSafeEqual } from 'node:crypto';

/** How much of a signature stands in an address: 96 bits, as base64url. */
const SIGNATURE_LENGTH = 16;

/**
 * Tables in addresses that only this server can make, so that who reads one code can name neither another table nor
 * another outlet. Nothing is stored; a code is good as long as the server keeps its secret.
 */
export function signedTables(secret: string) {
  const sign = (outletId: string, table: string): string => {
    const signature = createHmac('sha256', secret).update(JSON.stringify(['table', outletId, table]));
    const name = Buffer.from(table).toString('base64url');
    return `${signature.digest('base64url').slice(0, SIGNATURE_LENGTH)}${name}`;
  };
  return {
    /** A part of an address: letters, digits, `-` and `_`. */
    sign,
    /** The table's name; null if this server did not sign exactly that for this outlet. */
    read(outletId: string, signed: string): string | null {
      const table = Buffer.from(signed.slice(SIGNATURE_LENGTH), 'base64url').toString();
      const given = Buffer.from(signed);
      const expected = Buffer.from(sign(outletId, table));
      return given.length === expected.length && timingSafeEqual(given, expected) ? table : null;
    },
  };
}
