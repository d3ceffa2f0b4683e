import { z } from 'zod';

/** Of any server that keeps the call table: other vendors' ids are longer than ours (D2). */
export const id = z.string().min(1).max(256);

export const percent = z.int().min(0).max(100);

/** Whether a setting was saved; `message` says why not. */
export const saveOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved') }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
]);
