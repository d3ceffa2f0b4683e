/** Shown in place of an unknown figure or time; zero or 1970 would look like facts. */
export const UNKNOWN = '–';
