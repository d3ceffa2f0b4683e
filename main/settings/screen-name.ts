import { hostname } from 'node:os';

/** What people call this till. */
export const screenName = () => `Till on ${hostname()}`;
