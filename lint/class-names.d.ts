export declare const classNames: { generateScopedName: (local: string, file: string) => string };
