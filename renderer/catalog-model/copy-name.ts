import { LONGEST_NAME } from '#shared/api/longest-name.ts';

const SUFFIX = ' copy';

/** The name of a catalog's copy; a long name is cut between visible characters, never inside an emoji. */
export function nameOfCopy(name: string): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (kept.length + segment.length + SUFFIX.length > LONGEST_NAME) break;
    kept += segment;
  }
  return kept + SUFFIX;
}
