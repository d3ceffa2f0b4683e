import { z } from 'zod';

/** The body of every refusal. `fields` maps a path such as `items.0.quantity` to a sentence. */
export const errorBody = z.object({
  error: z.object({
    code: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
    message: z.string().min(1),
    fields: z.record(z.string(), z.string()).optional(),
  }),
  /** With a 409: the current object. */
  current: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
