import { z } from 'zod';

export const percent = z.int().min(0).max(100);

/** Whether a setting was saved; `message` says why not. */
export const saveOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved') }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
]);
