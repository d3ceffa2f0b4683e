import type { Plugin } from 'vite';
export declare function licences(fileName?: string): Plugin;
