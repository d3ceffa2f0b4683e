import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import type { CatalogContent } from './content.ts';

/** `next`, made of the parts of `shown` that say the same, so that only what changed is drawn again. */
export function sharing(shown: CatalogContent, next: CatalogContent): CatalogContent {
  return copyWithStructuralSharing(shown, next);
}
