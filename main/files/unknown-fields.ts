import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { record, type LooseJson } from '#shared/base/loose-json.ts';

/** A copy of JSON that a newer version may have stored, without the fields that a strict schema does not know. */
export function withoutUnknown(schema: z.ZodType, json: unknown): unknown {
  const copy = structuredClone(json);
  for (const issue of schema.safeParse(copy).error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') continue;
    const holder = issue.path.reduce((value, name) => (value as LooseJson)[name as string], copy);
    for (const name of issue.keys) delete (holder as LooseJson)[name];
  }
  return copy;
}

/** `next` with what `raw` holds besides `was`, which is what was read of it. */
export function withRest(raw: unknown, was: unknown, next: unknown): unknown {
  if (raw !== undefined && isDeepStrictEqual(was, next)) return raw;
  if (![raw, was, next].every(isObject)) return next;
  const [kept, known, wanted] = [record(raw), record(was), record(next)];
  const rest = Object.entries(kept).filter(([name]) => !(name in known));
  const changed = Object.entries(wanted).map(([name, value]) => [
    name,
    name in kept && name in known ? withRest(kept[name], known[name], value) : value,
  ]);
  return Object.fromEntries([...rest, ...changed]);
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
