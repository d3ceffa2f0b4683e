/** `pickOne`: exactly one option must be chosen. `optionalExtra`: any number, or none (D22). */
export const modifierKinds = ['pickOne', 'optionalExtra'] as const;
export const modifierKindLabels = { pickOne: 'Pick one', optionalExtra: 'Optional extra' } as const;
