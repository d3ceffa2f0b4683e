import type { FastifyBaseLogger } from 'fastify';
import { repeatedChore, type RepeatedChore } from '../../core/repeated-chore.ts';
import type { BrandImages } from '../../images/brand-images.ts';
import type { OutletsRepository } from './outlets-repository.ts';

const EVERY_MS = 60 * 60_000;

/** A chore that removes images which no outlet shows any more. */
export function removeUnusedImages(
  images: BrandImages,
  outlets: OutletsRepository,
  log: FastifyBaseLogger,
): RepeatedChore {
  return repeatedChore(
    async () => {
      await images.sweep(outlets.imagesInUse);
      return false;
    },
    EVERY_MS,
    (error) => log.error({ err: error }, 'old images could not be removed; it is tried again'),
  );
}
