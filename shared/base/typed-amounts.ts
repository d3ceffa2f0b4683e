import { MAX_PENCE, pence, type Pence } from './money.ts';

/** An amount as people write it in pence: `50p`. */
const IN_PENCE = /^\s*(\d{1,9})\s*p\s*$/i;

/**
 * Drops the characters that no amount contains. A minus stays, so that `-5` is refused and not read as 5.00, and so
 * does the `p` of `50p`, which is not £50.
 */
export function amountCharacters(text: string): string {
  const inPence = IN_PENCE.exec(text);
  return inPence ? `${inPence[1]}p` : text.replace(/[^\d.,\-−]/g, '');
}

/**
 * Parses pounds as a person types or pastes them (`£1,234.5`, `12,50`, ` 0.29 `, `50p`) without a float. A comma before one
 * or two final digits is a decimal comma; any other comma separates thousands. Null if it is not an amount, or above
 * {@link MAX_PENCE}.
 */
export function parsePounds(text: string): Pence | null {
  const inPence = IN_PENCE.exec(text);
  if (inPence) return pence(Number(inPence[1])) <= MAX_PENCE ? pence(Number(inPence[1])) : null;
  const bare = text.replace(/[\s£]/g, '').replace(/,(?=\d{1,2}$)/, '.');
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/.exec(bare);
  if (!match || (match[1] === undefined && !match[2])) return null;
  const whole = (match[1] ?? '').replaceAll(',', '').replace(/^0+/, '');
  const digits = `${whole}${(match[2] ?? '').padEnd(2, '0')}`;
  if (digits.length > 9) return null;
  const value = Number(digits);
  return value <= MAX_PENCE ? pence(value) : null;
}
