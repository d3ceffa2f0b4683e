import { MOST_IMAGE_BYTES } from '#shared/api/images.ts';
import type { Clock } from '../core/clock.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { barePicture } from './bare-picture.ts';
import { checkPicture, damaged, pictureTypes } from './check-picture.ts';
import { isUploadFor, newUploadKey, pictureKey, picturesOf } from './image-keys.ts';
import type { ImageStore } from './image-store.ts';

/** How long a file that nobody refers to is kept, in ms. */
const UNUSED_MS = 24 * 60 * 60_000;
const MOST_AT_ONCE = 200;

export type BrandImages = ReturnType<typeof brandImages>;

/** The pictures of outlets: sent to a signed address, checked, and only then made public (D38, hazards P16). */
export function brandImages(store: ImageStore, clock: Clock) {
  return {
    /** @param outletId an outlet of this seller that the file is for, or null for any of theirs */
    async sign(
      sellerId: string,
      outletId: string | null,
      file: { type: string; sizeBytes: number | null },
    ): Promise<{ signedRequest: string; url: string }> {
      const key = newUploadKey(sellerId, outletId);
      return { signedRequest: await store.signUpload({ key, ...file }), url: store.base + key };
    },

    /**
     * Makes the file that was sent to `url` a public picture of the outlet, and resolves with its address. The bytes that
     * were checked are written anew, without what is not picture: the signed address cannot change them any more. The
     * file itself is removed, also where it is refused.
     * @param current the outlet's picture: what an answer that was lost had made of the same file is not made again
     */
    async adopt(
      sellerId: string,
      outletId: string,
      url: string,
      current: string | null,
    ): Promise<string | Refusal> {
      const upload = url.startsWith(store.base) ? url.slice(store.base.length) : '';
      if (!isUploadFor(upload, sellerId, outletId))
        return refuse(400, 'INVALID_REQUEST', 'Some of what was sent is not right.', {
          fields: { imageUrl: 'This is not an address that was given for an image of this outlet.' },
        });
      const bytes = await store.read(upload, MOST_IMAGE_BYTES);
      if (bytes === null && current?.startsWith(store.base + picturesOf(outletId, upload))) return current;
      if (bytes === null)
        return refuse(422, 'IMAGE_MISSING', 'The image has not arrived. Please send it again.');
      const type = bytes === 'too-large' ? tooLarge() : await checkPicture(bytes);
      if (typeof type !== 'string' || bytes === 'too-large') {
        await store.remove(upload);
        return typeof type === 'string' ? tooLarge() : type;
      }
      const bare = barePicture(bytes, type);
      if (!bare) {
        await store.remove(upload);
        return damaged();
      }
      const picture = pictureKey(outletId, upload, bare, type);
      await store.write(picture, bare, pictureTypes[type]);
      await store.remove(upload);
      return store.base + picture;
    },

    /** Removes a picture that is no outlet's any more. */
    async remove(url: string): Promise<void> {
      if (url.startsWith(`${store.base}pictures/`)) await store.remove(url.slice(store.base.length));
    },

    /**
     * Removes what is older than a day and no outlet's image.
     * @param inUse those of the addresses that are some outlet's image
     */
    async sweep(inUse: (urls: string[]) => Promise<Set<string>>): Promise<void> {
      const before = clock.now().getTime() - UNUSED_MS;
      let old: string[] = [];
      const removeUnused = async () => {
        const used = await inUse(old.map((key) => store.base + key));
        for (const key of old) if (!used.has(store.base + key)) await store.remove(key);
        old = [];
      };
      for await (const { key, modifiedAt } of store.list()) {
        if (modifiedAt.getTime() < before) old.push(key);
        if (old.length === MOST_AT_ONCE) await removeUnused();
      }
      if (old.length > 0) await removeUnused();
    },
  };
}

function tooLarge(): Refusal {
  return refuse(413, 'TOO_LARGE', 'The image must be at most 5 MB.');
}
