import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

/** Throws if a reply differs from its schema by as much as a field; for tests. */
export function assertReply(key: string, schema: z.ZodType, reply: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(reply));
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new Error(`The reply of ${key} breaks its schema: ${parsed.error.message}`);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), sent))
    throw new Error(`The reply of ${key} has fields that its schema does not have: ${JSON.stringify(sent)}`);
}
