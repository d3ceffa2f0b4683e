/** The longest name of a table, in UTF-16 units. */
export const LONGEST_TABLE = 20;
/** For how many codes are made at once. */
export const MOST_TABLES = 300;
