import { hostname } from 'node:os';

/** What this till is called until somebody names it. */
export const usualScreenName = () => `Till on ${hostname()}`;
