import { MOST_IMAGE_PIXELS } from '#shared/api/image-limits.ts';
import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { refuse, type Refusal } from '../http/refusal.ts';

/** What may be a picture, by the ending of its name. */
export const pictureTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
export type PictureType = keyof typeof pictureTypes;

/** As much as tells the type of a file. */
const HEAD_BYTES = 4_100;

/** What the bytes themselves say they are; what their sender called them counts for nothing (hazards P16). */
export async function checkPicture(bytes: Buffer): Promise<PictureType | Refusal> {
  const type = (await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined))?.ext;
  if (!isPictureType(type)) return refuse(422, 'IMAGE_TYPE', 'The image must be a JPEG, PNG or WebP file.');
  const size = sizeOf(bytes);
  // Both readers must agree: a file that is two things at once is neither.
  if (size?.type !== type) return damaged();
  return size.width <= MOST_IMAGE_PIXELS && size.height <= MOST_IMAGE_PIXELS
    ? type
    : refuse(
        422,
        'IMAGE_DIMENSIONS',
        `The image must be at most ${MOST_IMAGE_PIXELS} × ${MOST_IMAGE_PIXELS} pixels.`,
      );
}

export function damaged(): Refusal {
  return refuse(422, 'IMAGE_UNREADABLE', 'This image is damaged.');
}

function isPictureType(ending: string | undefined): ending is PictureType {
  return ending !== undefined && Object.hasOwn(pictureTypes, ending);
}

function sizeOf(bytes: Buffer) {
  try {
    return imageSize(bytes);
  } catch {
    return null;
  }
}
