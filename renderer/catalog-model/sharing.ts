import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';
import type { CatalogContent } from './content.ts';

/** `next`, built of the equal parts of `shown`, so that only changes are rendered again. */
export function sharing(shown: CatalogContent, next: CatalogContent): CatalogContent {
  return copyWithStructuralSharing(shown, next);
}
