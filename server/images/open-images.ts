import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { Counters } from '../limits/counters.ts';
import type { Limits } from '../limits/limits.ts';
import { turnsOfEach } from '../limits/turns.ts';
import { brandImages, type BrandImages } from './brand-images.ts';
import { builtInImageStore } from './built-in-store.ts';
import { serveImages } from './image-routes.ts';
import type { ImageStore } from './image-store.ts';
import type { S3Settings } from './s3-store.ts';

export type Images = { brandImages: BrandImages; origins: ImageStore['origins'] };

/** Opens the bucket of the settings; without one, the built-in store, which this server then serves. */
export async function openImages(
  server: FastifyInstance,
  config: { s3: S3Settings | null; dataDir: string; tokenSecret: string; limits: Limits },
  { clock, counters }: { clock: Clock; counters: Counters },
): Promise<Images> {
  if (config.s3) {
    // Loaded lazily, since the S3 client is large.
    const { s3ImageStore } = await import('./s3-store.ts');
    const store = s3ImageStore(config.s3);
    return { brandImages: brandImages(store, clock, counters), origins: store.origins };
  }
  const folder = path.join(config.dataDir, 'images');
  const store = builtInImageStore({ folder, secret: config.tokenSecret, clock });
  await serveImages(server, store, turnsOfEach(config.limits['uploads-seller'].most));
  return { brandImages: brandImages(store, clock, null), origins: store.origins };
}
