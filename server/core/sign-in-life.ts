const day = 24 * 60 * 60_000;

/** Every token of a sign-in expires so long after its start. */
export const FAMILY_LIFE_MS = 365 * day;
/** While an outlet of its account trades, a sign-in goes on beyond that, for so long at most. */
export const IN_SERVICE_MS = 7 * day;
