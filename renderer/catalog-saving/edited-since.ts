import type { CatalogContent } from '../catalog-model/content.ts';
import type { Edit } from '../catalog-model/edits.ts';
import { merge } from '../catalog-model/merge.ts';
import { sharing } from '../catalog-model/sharing.ts';
import { same } from '../api/same.ts';
import type { Base, ReadyState } from './editor-state.ts';

type Edited = Pick<ReadyState, 'content'> & Partial<Pick<ReadyState, 'base' | 'saving'>>;

/**
 * The state after the edit of somebody who saw the content as `opened` makes it. What a colleague has changed otherwise
 * since then is under the screen already, and collides.
 */
export function editedSince(state: ReadyState, opened: Edit, change: Edit): Edited {
  const { content, base, saving } = state;
  const since = opened(content);
  if (same(since, content)) return { content: change(content) };
  const merged = sharing(content, merge(since, change(since), content).merged);
  const theirs = saving.kind === 'collided' ? saving.theirs : base;
  const earlier = { content: moved(content, since, base.content), revision: base.revision };
  if (merge(earlier.content, merged, theirs.content).collisions.length === 0) return { content: merged };
  return { content: merged, base: earlier, saving: { kind: 'collided', theirs } };
}

/** A collision that waits for a choice while the server has taken a save from before it. */
export function collidedStill({ base, saving }: ReadyState, taken: Base): Partial<ReadyState> | null {
  if (saving.kind !== 'collided') return null;
  const content = moved(saving.theirs.content, base.content, taken.content);
  return { base: { content, revision: taken.revision }, saving: { kind: 'collided', theirs: taken } };
}

/** The change from one content to another, made to a third. */
const moved = (from: CatalogContent, to: CatalogContent, of: CatalogContent): CatalogContent =>
  merge(from, to, of).merged;
