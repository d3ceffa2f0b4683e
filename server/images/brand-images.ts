import { MOST_IMAGE_BYTES } from '#shared/api/images.ts';
import type { Clock } from '../core/clock.ts';
import { invalid, Refusal, refuse, tooManyAttempts } from '../http/refusal.ts';
import type { Counters } from '../limits/counters.ts';
import { spareTurns } from '../limits/spare-turns.ts';
import { barePicture } from './bare-picture.ts';
import { checkPicture, damaged, pictureTypes, type PictureType } from './check-picture.ts';
import { isUploadFor, newUploadKey, pictureKey, picturesOf } from './image-keys.ts';
import type { ImageStore } from './image-store.ts';

/** How long an unused file stays, in ms. */
const UNUSED_MS = 24 * 60 * 60_000;
const MOST_AT_ONCE = 200;

export type BrandImages = ReturnType<typeof brandImages>;

/**
 * Outlets' pictures: uploaded to a signed address, validated, and only then published.
 * @param counters count the addresses of each seller if the store itself does not limit what waits there, such as a
 * bucket, to which files go past this server; null if it does
 */
export function brandImages(store: ImageStore, clock: Clock, counters: Pick<Counters, 'take'> | null) {
  /** Each publication holds a whole file in memory. */
  const adopting = spareTurns();
  return {
    /** @param outletId the seller's outlet that the file is for, or null for any of theirs */
    async sign(
      sellerId: string,
      outletId: string | null,
      file: { type: string; sizeBytes: number | null },
    ): Promise<{ signedRequest: string; url: string } | Refusal> {
      const wait = await counters?.take([{ limit: 'upload-addresses-seller', subject: sellerId }]);
      if (typeof wait === 'number') return tooManyAttempts(wait);
      const key = newUploadKey(sellerId, outletId);
      return { signedRequest: await store.signUpload({ key, ...file }), url: store.base + key };
    },

    /**
     * Publishes the file that was uploaded to `url` as the outlet's picture and resolves to its address. The
     * validated bytes are stored anew without metadata, so that the signed address cannot change them any more. The
     * upload is deleted, even if it is refused.
     * @param current the outlet's picture: a retry after a lost answer does not publish the same file again
     */
    adopt: (sellerId: string, outletId: string, url: string, current: string | null) =>
      adopting.run(sellerId, () => adopt(sellerId, outletId, url, current)),

    /** Deletes a picture that no outlet shows any more. */
    async remove(url: string): Promise<void> {
      if (url.startsWith(`${store.base}pictures/`)) await store.remove(url.slice(store.base.length));
    },

    /**
     * Deletes files that are older than a day and no outlet's image.
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

  async function adopt(
    sellerId: string,
    outletId: string,
    url: string,
    current: string | null,
  ): Promise<string | Refusal> {
    const upload = url.startsWith(store.base) ? url.slice(store.base.length) : '';
    if (!isUploadFor(upload, sellerId, outletId))
      return invalid({ imageUrl: 'This is not an address that was given for an image of this outlet.' });
    const bytes = await store.read(upload, MOST_IMAGE_BYTES);
    if (bytes === null && current?.startsWith(store.base + picturesOf(outletId, upload))) return current;
    if (bytes === null)
      return refuse(422, 'IMAGE_MISSING', 'The image has not arrived. Please send it again.');
    const checked = bytes === 'too-large' ? tooLarge() : await bareOf(bytes);
    if (checked instanceof Refusal) {
      await store.remove(upload);
      return checked;
    }
    const { type, bare } = checked;
    const picture = pictureKey(outletId, upload, bare, type);
    await store.write(picture, bare, pictureTypes[type]);
    await store.remove(upload);
    return store.base + picture;
  }
}

/** A picture as it is published, with its type. */
async function bareOf(bytes: Buffer): Promise<{ type: PictureType; bare: Buffer } | Refusal> {
  const type = await checkPicture(bytes);
  if (type instanceof Refusal) return type;
  const bare = barePicture(bytes, type);
  return bare ? { type, bare } : damaged();
}

function tooLarge(): Refusal {
  return refuse(413, 'TOO_LARGE', 'The image must be at most 5 MB.');
}
