import path from 'node:path';
import { validate as isUuid } from 'uuid';
import { notFound, Refusal } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { BrandImages } from '../../images/brand-images.ts';
import type { ImageStore } from '../../images/image-store.ts';
import type { OutletsRepository } from './outlets-repository.ts';

type BrandImageHandlers = Pick<
  RouteHandlers,
  'GET /images/origins' | 'GET /sellers/sign-s3-file' | 'POST /sellers/outlets/:outletId/brand-image'
>;

export function brandImageHandlers(
  outlets: OutletsRepository,
  images: BrandImages,
  origins: ImageStore['origins'],
): BrandImageHandlers {
  return {
    'GET /images/origins': async () => origins,

    async 'GET /sellers/sign-s3-file'({ caller, query }) {
      // Clients name the file after its outlet; a name that is no id is ignored.
      const { name } = path.posix.parse(query['file-name']);
      const outlet = isUuid(name) ? await outlets.find(caller.id, name) : null;
      if (isUuid(name) && !outlet) return notFound();
      return images.sign(caller.id, outlet?.id ?? null, {
        type: query['file-type'],
        sizeBytes: query['file-size'] ?? null,
      });
    },

    async 'POST /sellers/outlets/:outletId/brand-image'({ caller, params: { outletId }, body }) {
      const outlet = await outlets.find(caller.id, outletId);
      if (!outlet) return notFound();
      const brandImageUrl = await images.adopt(caller.id, outletId, body.imageUrl, outlet.brandImageUrl);
      if (brandImageUrl instanceof Refusal) return brandImageUrl;
      const former = await outlets.setBrandImage(caller.id, outletId, brandImageUrl);
      // If this fails, the daily sweep of unused images removes it.
      if (former !== null && former !== brandImageUrl) await images.remove(former).catch(() => undefined);
      return { brandImageUrl };
    },
  };
}
