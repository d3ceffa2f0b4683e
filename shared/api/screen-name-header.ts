import { readScreenName } from '../base/screen-name.ts';

/**
 * With a call: what the caller's screen is called, percent-encoded UTF-8. With a reply: `read`, from a server that reads
 * it. Browsers send it to no other server of another origin, which could refuse every call because of it.
 */
export const SCREEN_NAME_HEADER = 'x-screen-name';

/** Longer than any name of a screen, encoded. */
export const LONGEST_HEADER = 1_000;

/** What the header says of a screen's name; undefined if that is no name. */
export function writeScreenNameHeader(name: string): string | undefined {
  const kept = readScreenName(name);
  return kept === null ? undefined : encodeURIComponent(kept);
}

/** What is no name is none: a screen's name decides nothing, so no call fails because of it. */
export function readScreenNameHeader(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header.length > LONGEST_HEADER) return null;
  try {
    return readScreenName(decodeURIComponent(header));
  } catch {
    return null;
  }
}
