export declare const longFiles: string[];
export declare const longFunctions: string[];
