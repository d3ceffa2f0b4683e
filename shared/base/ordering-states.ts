/** Whether an outlet takes orders now. `unattended`: it trades, and no screen that can ring was heard for 60 s. */
export const orderingStates = ['open', 'paused', 'unattended', 'closed'] as const;

/**
 * Why an outlet that trades takes no orders for a while: a person paused it, no screen could ring, or orders expired
 * that nobody had seen.
 */
export const pausedBy = ['person', 'unattended', 'unseen'] as const;
export type PausedBy = (typeof pausedBy)[number];
