import { record } from '#shared/base/loose-json.ts';
import { readApiBase } from './api-address.ts';

/** Origins other than the API's that a page needs, to upload images and to show them. */
export type ImageOrigins = { upload: string[]; show: string[] };

/**
 * A page waits for this. Without an answer it opens all the same; pictures in a bucket then wait for its next start.
 */
const ANSWER_WITHIN_MS = 1_500;
const MOST_ORIGINS = 4;

/** Where the API stores images. None if it does not say, cannot be reached, or names an insecure origin. */
export async function askImageOrigins(
  apiBase: string,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): Promise<ImageOrigins> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    // Another host's answer must not decide over this page's policy.
    const reply = await fetch(`${apiBase}/images/origins`, { signal, redirect: 'error' });
    const { upload, show } = record(reply.ok ? await reply.json() : null);
    return { upload: originsOf(upload), show: originsOf(show) };
  } catch {
    return { upload: [], show: [] };
  }
}

/** Only origins enter the page's policy, whatever the answer contains. */
function originsOf(named: unknown): string[] {
  if (!Array.isArray(named)) return [];
  return named.slice(0, MOST_ORIGINS).flatMap((one) => {
    const address = readApiBase(String(one));
    return 'apiBase' in address ? [new URL(address.apiBase).origin] : [];
  });
}
