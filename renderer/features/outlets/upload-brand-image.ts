import type { Client } from '../../api/client.ts';
import { putFile } from '../../api/put-file.ts';

/**
 * Makes a JPEG the outlet's image: asks for a signed address, sends the file there, and has it taken up. Each try asks
 * for an address of its own, since one takes a file but once. Resolves with the image's address; rejects with CallFailed.
 * @param onProgress told how much of the file has gone, from 0 to 1
 */
export async function uploadBrandImage(
  client: Client,
  outletId: string,
  jpeg: Blob,
  onProgress: (part: number) => void,
): Promise<string> {
  const { signedRequest, url } = await client.call('GET /sellers/sign-s3-file', {
    query: { 'file-name': `${outletId}.jpeg`, 'file-type': 'image/jpeg', 'file-size': jpeg.size },
  });
  await putFile(signedRequest, jpeg, onProgress);
  const { brandImageUrl } = await client.call('POST /sellers/outlets/:outletId/brand-image', {
    params: { outletId },
    body: { imageUrl: url },
  });
  return brandImageUrl;
}
