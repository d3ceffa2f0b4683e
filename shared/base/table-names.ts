/** The longest name of a table, in UTF-16 units. */
export const LONGEST_TABLE = 20;
