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

/** A key for a picture of an outlet; every picture has one of its own, so that it may be cached for good. */
export function newPictureKey(outletId: string, type: PictureType): string {
  return `pictures/${outletId}/${randomId()}.${type}`;
}
