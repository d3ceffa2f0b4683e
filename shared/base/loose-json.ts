/** Parsed JSON from a server that guarantees little; each reader returns a valid value for any input. */
export type LooseJson = Record<string, unknown>;

/** The object, or an empty one. */
export const record = (value: unknown): LooseJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LooseJson) : {};

/** The text, a number as text, or an empty one. */
export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Fields as texts; empty where one is missing. */
export const texts = <Name extends string>(json: LooseJson, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, text(json[name])])) as Record<Name, string>;

export const textOrNull = (value: unknown): string | null => text(value) || null;

/** The longest id in characters, of any server: other vendors' ids are longer than ours. */
export const LONGEST_ID = 256;

/** An object's id, which some servers call `_id`. */
export const idOf = (json: LooseJson): string => text(json['id'] ?? json['_id']);
