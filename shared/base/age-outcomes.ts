/** What became of the look at a customer's age: they may have it, or were refused it. */
export const ageOutcomes = ['checked', 'refused'] as const;
export type AgeOutcome = (typeof ageOutcomes)[number];
