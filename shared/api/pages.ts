import { z } from 'zod';

/**
 * How a long list is requested in pages. `cursor` is the `nextCursor` of the page before. It names the last entry and
 * not a position, so that entries which are added or removed meanwhile cause no repeats or gaps.
 */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().min(1).max(1000).optional(),
};

/** One page of a list; `total` counts the whole list. The last page has no `nextCursor`. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int().min(0) });
}
