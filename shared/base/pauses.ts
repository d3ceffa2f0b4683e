/** How long an outlet takes orders after a screen that can ring was last heard, in ms. */
export const PROVED_FOR_MS = 60_000;

/** The longest pause that ends by itself, in ms. */
export const LONGEST_PAUSE_MS = 24 * 60 * 60_000;

/** The usual reasons for a pause, and what guests read instead of them. Own words are read as they are. */
export const pauseReasons = [
  { reason: 'Kitchen is full', guests: 'The kitchen is full just now. Please try again in a while.' },
  {
    reason: 'Short of staff',
    guests: 'We cannot take orders from phones just now. Please order at the bar.',
  },
  { reason: 'Problem', guests: 'We cannot take orders just now. Please order at the bar.' },
] as const;

/** What guests read of a pause; `reason` is null if no person gave one. */
export function wordsForGuests(reason: string | null): string {
  if (reason === null) return 'Nobody can take orders from phones here just now. Please order at the bar.';
  return pauseReasons.find((known) => known.reason === reason)?.guests ?? reason;
}
