import { browserName } from '#shared/base/browser-name.ts';

/** A readable name of the device, from the request's user agent. */
export function deviceOf(userAgent: string): string | null {
  if (userAgent === '') return null;
  const name = browserName(userAgent);
  return /\bElectron\//.test(userAgent) ? name.replace(/^\w+/, 'Till') : name;
}
