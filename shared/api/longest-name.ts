/** How long the name of a company, an outlet, a menu or what is on it may be, in UTF-16 units. */
export const LONGEST_NAME = 120;
