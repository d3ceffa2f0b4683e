import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { BrandImages } from '../../images/brand-images.ts';
import type { OutletsRepository } from './outlets-repository.ts';

const EVERY_MS = 60 * 60_000;

/** A chore that removes images which no outlet shows any more. */
export function removeUnusedImages(
  images: BrandImages,
  outlets: OutletsRepository,
  { log, onRun }: ChoreReports,
): RepeatedChore {
  return reportedChore({
    name: 'remove-unused-images',
    async run() {
      await images.sweep(outlets.imagesInUse);
      return false;
    },
    everyMs: EVERY_MS,
    log,
    onRun,
    failure: 'old images could not be removed; it is tried again',
  });
}
