import { MOST_IMAGE_PIXELS } from '#shared/api/image-limits.ts';
import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { refuse, type Refusal } from '../http/refusal.ts';

/** The accepted types of pictures, by file extension. */
export const pictureTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
export type PictureType = keyof typeof pictureTypes;

/** As many bytes as it takes to recognise a file's type. */
const HEAD_BYTES = 4_100;

/** The type that the bytes themselves show; the type that the client declared is ignored. */
export async function checkPicture(bytes: Buffer): Promise<PictureType | Refusal> {
  const type = (await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined))?.ext;
  if (!isPictureType(type)) return refuse(422, 'IMAGE_TYPE', 'The image must be a JPEG, PNG or WebP file.');
  const size = sizeOf(bytes);
  // Both libraries must agree, so that no file passes as two types.
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
