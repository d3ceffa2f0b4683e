/** `pickOne`: exactly one option must be chosen. `optionalExtra`: any number, or none. */
export const modifierKinds = ['pickOne', 'optionalExtra'] as const;
const labels: Record<string, string> = { pickOne: 'Pick one', optionalExtra: 'Optional extra' };

/** A kind's label; a kind that only another server knows is shown as it came. */
export const modifierKindLabel = (kind: string): string => labels[kind] ?? kind;
