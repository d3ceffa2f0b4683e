/** What is wrong with the file `from` importing `specifier`, or null. */
export function wallCrossed(from: string, specifier: string): string | null;
