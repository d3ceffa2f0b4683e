import type { Plugin } from 'vite';
export declare function pageWalls(): Plugin;
