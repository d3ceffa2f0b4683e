/** The pages of a list whose replies name where the next one begins. */
export const cursorPages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};

/** How the page behind a cursor is asked for; null for the first. */
export const pageBehind = (cursor: string | null) => (cursor === null ? {} : { cursor });
