/**
 * SQL: an aggregate that changes whenever a set of texts does, in whatever order they are read. Sorting and joining thousands
 * of them would take several times as long.
 */
export const checksumOf = (text: string): string => `sum(hashtextextended(${text}, 0))::text`;
