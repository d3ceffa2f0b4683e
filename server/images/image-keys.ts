import { createHash } from 'node:crypto';
import { v4 as randomId } from 'uuid';
import type { PictureType } from './check-picture.ts';

/** The folder for files that name no outlet. */
const ANY_OUTLET = 'any';

const uploadKey = /^uploads\/(?<sellerId>[\w-]{1,64})\/(?<outletId>[\w-]{1,64})\/[0-9a-f-]{36}$/;

/** A key for one upload of a seller, for one of their outlets or any. No part of it comes from the client. */
export function newUploadKey(sellerId: string, outletId: string | null): string {
  return `uploads/${sellerId}/${outletId ?? ANY_OUTLET}/${randomId()}`;
}

/** The seller that a key was made for. */
export const sellerOfUpload = (key: string): string => uploadKey.exec(key)?.groups?.['sellerId'] ?? '';

/** Whether this seller may have uploaded the file of this key for this outlet. */
export function isUploadFor(key: string, sellerId: string, outletId: string): boolean {
  const parts = uploadKey.exec(key)?.groups;
  return parts?.['sellerId'] === sellerId && [outletId, ANY_OUTLET].includes(parts['outletId'] ?? '');
}

/**
 * The key of the published picture of an upload. Other bytes have another key, so that pictures can be cached for
 * good; publishing the same upload again gives the same key.
 */
export function pictureKey(outletId: string, upload: string, bytes: Buffer, type: PictureType): string {
  const sum = createHash('sha256').update(bytes).digest('hex');
  return `${picturesOf(outletId, upload)}${sum.slice(0, 4)}-${sum.slice(4, 16)}.${type}`;
}

/** The prefix that the keys of all pictures of an upload share. */
export function picturesOf(outletId: string, upload: string): string {
  // The first three groups of the upload's UUID.
  return `pictures/${outletId}/${upload.slice(-36, -17)}`;
}
