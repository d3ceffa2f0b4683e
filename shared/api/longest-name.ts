/** The longest name of a company, an outlet, a menu or an entry of it, in UTF-16 units. */
export const LONGEST_NAME = 120;
