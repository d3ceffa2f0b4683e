import type { Plugin } from 'vite';
export declare function licences(): Plugin;
