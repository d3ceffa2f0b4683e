/** What stands in the place of a figure or a time that nobody has said. Nought and 1970 would look like facts. */
export const UNKNOWN = '–';
