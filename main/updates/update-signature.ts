import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** What is signed of a version: its number too, so that an old one cannot be passed off as new (hazards E28). */
export const signedText = (version: string, sha512: string): Buffer => Buffer.from(`${version}\n${sha512}`);

/** A file's SHA-512 in base64, as update feeds have it. */
export async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}

/**
 * Whether a file is the owner's: one of the signatures that the feed has for its files is of this one.
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
