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
 * Whether a downloaded version is the owner's.
 * @param signature Ed25519 over `signedText`, in base64, as the feed has it
 * @param publicKey SPKI in base64
 */
export async function isOurs(
  { version, file, signature }: { version: string; file: string; signature: unknown },
  publicKey: string,
): Promise<boolean> {
  if (typeof signature !== 'string') return false;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, signedText(version, await sha512Of(file)), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
