/** `pickOne`: exactly one option must be chosen. `optionalExtra`: any number, or none (D22). */
export const modifierKinds = ['pickOne', 'optionalExtra'] as const;
const labels: Record<string, string> = { pickOne: 'Pick one', optionalExtra: 'Optional extra' };

/** What screens call a kind; of one that only another server knows, its own word. */
export const modifierKindLabel = (kind: string): string => labels[kind] ?? kind;
