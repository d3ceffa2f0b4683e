import { z } from 'zod';
import { LONGEST_ID } from '../base/loose-json.ts';

export const id = z.string().min(1).max(LONGEST_ID);

export const percent = z.int().min(0).max(100);

/** Whether a setting was saved; `message` says why not. */
export const saveOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved') }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
]);
