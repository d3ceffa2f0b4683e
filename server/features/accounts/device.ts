import { browserName } from '#shared/base/browser-name.ts';

/** What somebody signs in on, as they would call it, from the user agent of the request. */
export function deviceOf(userAgent: string): string | null {
  if (userAgent === '') return null;
  const name = browserName(userAgent);
  return /\bElectron\//.test(userAgent) ? name.replace(/^\w+/, 'Till') : name;
}
