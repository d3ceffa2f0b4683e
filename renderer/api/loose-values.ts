import { idOf, record, text, type LooseJson } from '#shared/base/loose-json.ts';
import { pence, type Pence } from '#shared/base/money.ts';

/**
 * Single values of any server's replies. The `read-…` files turn whole replies into this product's types: no other
 * code knows of `_id`, of two spellings, or of missing fields.
 */

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** A whole number, which some servers send as text; null for anything else. */
export const wholeOrNull = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
};
export const whole = (value: unknown): number => wholeOrNull(value) ?? 0;
export const amount = (value: unknown): Pence => pence(Math.max(0, whole(value)));
/** Throws on a value that cannot be read: zero in its place would look like a fact. */
export const wholeIfSaid = (value: unknown): number => {
  const number = wholeOrNull(value ?? 0);
  if (number === null) throw new TypeError('Not an order');
  return number;
};
export const amountIfSaid = (value: unknown): Pence => pence(Math.max(0, wholeIfSaid(value)));
export const timeOrNull = (value: unknown): string | null => {
  const at = typeof value === 'number' ? value : Date.parse(text(value));
  return Number.isFinite(at) && value !== null && value !== undefined && value !== ''
    ? new Date(at).toISOString()
    : null;
};

/** Empty if missing; no screen takes that for a time. */
export const timeIfSaid = (value: unknown): string => timeOrNull(value) ?? '';

/** Reads an object with its id, whichever way a server spells that. */
export const readsWithId =
  <Rest extends object>(read: (json: LooseJson) => Rest) =>
  (value: unknown): Rest & { id: string } => {
    const json = record(value);
    return { id: idOf(json), ...read(json) };
  };

/** Those of the fields that are texts. */
export function given<Name extends string>(json: LooseJson, ...names: Name[]): { [N in Name]?: string } {
  const texts = names.flatMap((name) => (text(json[name]) ? [[name, text(json[name])]] : []));
  return Object.fromEntries(texts) as { [N in Name]?: string };
}

/**
 * A list, or the list inside an object that wraps it; throws on anything else, because a failed load is not an empty
 * list.
 */
export function readList<T>(value: unknown, name: string, read: (element: unknown) => T): T[] {
  const found = Array.isArray(value)
    ? value
    : (record(value)[name] ?? record(value)['items'] ?? record(value)['data']);
  if (!Array.isArray(found)) throw new TypeError(`Expected a list of ${name}`);
  return found.map(read);
}
