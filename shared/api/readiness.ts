import { z } from 'zod';
import { readinessChecks, readinessStates } from '../base/readiness.ts';

/** What one check found, in words for a person. */
export const finding = z.strictObject({
  check: z.enum(readinessChecks),
  state: z.enum(readinessStates),
  detail: z.string().max(300),
});
export type Finding = z.infer<typeof finding>;

/** What was found before a session began, and whether a person started it in spite of a fault. */
export const readiness = z.strictObject({
  findings: z.array(finding).max(readinessChecks.length),
  overridden: z.boolean(),
});
export type Readiness = z.infer<typeof readiness>;

/** As it is kept: `by` is the name of the screen at which trading was started, if it has one. */
export const keptReadiness = readiness.extend({ by: z.string().optional() });
export type KeptReadiness = z.infer<typeof keptReadiness>;

export const startBody = z.strictObject({ readiness: readiness.optional() });
