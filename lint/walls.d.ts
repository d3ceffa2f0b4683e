/** An import that is allowed although it goes up or sideways: the file, what it imports, and why. */
export type Exception = readonly [from: string, to: string, why: string];

/** What is wrong with the file `from` importing `specifier`, or null. */
export function wallCrossed(from: string, specifier: string, allowed?: readonly Exception[]): string | null;
