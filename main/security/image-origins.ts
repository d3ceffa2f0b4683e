import { record } from '#shared/base/loose-json.ts';
import { readApiBase } from './api-address.ts';

/** Origins a page must be let to besides the API's: to send images, and to show them. */
export type ImageOrigins = { upload: string[]; show: string[] };

/** A page waits for the answer. Without one it opens all the same, and pictures in a bucket wait for its next start. */
const ANSWER_WITHIN_MS = 1_500;
const MOST_ORIGINS = 4;

/** Where the API keeps images (D38). None where it does not say, cannot be reached, or names what is not secure. */
export async function askImageOrigins(
  apiBase: string,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): Promise<ImageOrigins> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    // What another host says is no word of this one about the page's policy.
    const reply = await fetch(`${apiBase}/images/origins`, { signal, redirect: 'error' });
    const { upload, show } = record(reply.ok ? await reply.json() : null);
    return { upload: originsOf(upload), show: originsOf(show) };
  } catch {
    return { upload: [], show: [] };
  }
}

/** What goes into the page's policy is an origin and nothing else, whatever was said. */
function originsOf(named: unknown): string[] {
  if (!Array.isArray(named)) return [];
  return named.slice(0, MOST_ORIGINS).flatMap((one) => {
    const address = readApiBase(String(one));
    return 'apiBase' in address ? [new URL(address.apiBase).origin] : [];
  });
}
