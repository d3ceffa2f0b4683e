import type { z } from 'zod';
import type { LooseJson } from '#shared/base/loose-json.ts';

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
