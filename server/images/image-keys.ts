import { createHash } from 'node:crypto';
import { v4 as randomId } from 'uuid';
import type { PictureType } from './check-picture.ts';

/** Where a file that names no outlet goes. */
const ANY_OUTLET = 'any';

const uploadKey = /^uploads\/(?<sellerId>[\w-]{1,64})\/(?<outletId>[\w-]{1,64})\/[0-9a-f-]{36}$/;

/** A key for one file of a seller, for one outlet of theirs or for any. Nothing in it comes from the client. */
export function newUploadKey(sellerId: string, outletId: string | null): string {
  return `uploads/${sellerId}/${outletId ?? ANY_OUTLET}/${randomId()}`;
}

/** Whether the key is of a file that this seller was let to send for this outlet. */
export function isUploadFor(key: string, sellerId: string, outletId: string): boolean {
  const parts = uploadKey.exec(key)?.groups;
  return parts?.['sellerId'] === sellerId && [outletId, ANY_OUTLET].includes(parts['outletId'] ?? '');
}

/**
 * A key for the picture that an upload is made. Other bytes have another key, so that a picture may be cached for good; the
 * same upload adopted again has the same one.
 */
export function pictureKey(outletId: string, upload: string, bytes: Buffer, type: PictureType): string {
  const sum = createHash('sha256').update(bytes).digest('hex');
  return `${picturesOf(outletId, upload)}${sum.slice(0, 4)}-${sum.slice(4, 16)}.${type}`;
}

/** What the keys of all pictures begin with that an upload was made. */
export function picturesOf(outletId: string, upload: string): string {
  // The first three groups of the upload's own UUID.
  return `pictures/${outletId}/${upload.slice(-36, -17)}`;
}
