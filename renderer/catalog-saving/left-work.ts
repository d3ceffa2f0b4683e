import { differencesBetween, type Difference } from '../catalog-model/differences.ts';
import { merge } from '../catalog-model/merge.ts';
import type { Draft } from './drafts.ts';
import type { ReadyState } from './editor-state.ts';

/** Who comes back later may no longer know of it, and others have relied on the menu as it is. */
const RECENT_MS = 60 * 60_000;

/** Whether unsaved work was stored so lately that it is saved without a question; what has no time is old. */
export function isRecent({ at }: Draft, now = Date.now()): boolean {
  return at !== undefined && Math.abs(now - at) <= RECENT_MS;
}

/** What saving it would change of the menu as it is now. */
export function differencesOf({ base, mine }: Draft, { content }: Pick<ReadyState, 'content'>): Difference[] {
  return differencesBetween(content, merge(base.content, mine, content).merged);
}
