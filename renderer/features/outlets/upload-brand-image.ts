import type { Client } from '../../api/client.ts';
import { putFile } from '../../api/put-file.ts';

/**
 * Makes a JPEG the outlet's image: requests a signed address, uploads the file there, and publishes it. Each attempt
 * requests a new address, because one accepts a file only once. Resolves to the image's address; rejects with
 * CallFailed.
 * @param onProgress called with the uploaded share, from 0 to 1
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
