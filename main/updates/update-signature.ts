import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** The signed text of a version. It includes the number, so that an old version cannot be passed off as new. */
export const signedText = (version: string, sha512: string): Buffer => Buffer.from(`${version}\n${sha512}`);

/** A file's SHA-512 in base64, as update feeds have it. */
export async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}

/**
 * Whether a file is the owner's: one of the feed's signatures must match it.
 * @param sha512 the file's hash, in base64, as update feeds have it
 * @param signatures Ed25519 over `signedText`, in base64
 * @param publicKey SPKI in base64
 */
export function isOurs(
  { version, sha512, signatures }: { version: string; sha512: string; signatures: readonly unknown[] },
  publicKey: string,
): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const text = signedText(version, sha512);
    return signatures.some((one) => verify(null, text, key, Buffer.from(String(one), 'base64')));
  } catch {
    return false;
  }
}
