import { z } from 'zod';

/**
 * How a long list is asked for in parts (D16a). `cursor` is the `nextCursor` of the page before: it names the last entry
 * seen and not a position, so that what is added or taken away meanwhile neither repeats nor hides another entry.
 */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().min(1).max(1000).optional(),
};

/** One part of a list; `total` counts the whole list. Without a `nextCursor` it is the last. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int().min(0) });
}
