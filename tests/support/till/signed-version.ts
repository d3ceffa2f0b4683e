import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sha512Of, signedText } from '../../../main/updates/update-signature.ts';

const owner = generateKeyPairSync('ed25519');

const textOf = (key: typeof owner.publicKey) =>
  key.export({ format: 'der', type: 'spki' }).toString('base64');

/** The owner's key, as a till has it, and a key that is not the owner's. */
export const publicKey = textOf(owner.publicKey);
export const otherKey = textOf(generateKeyPairSync('ed25519').publicKey);

/** A file in a new folder, signed by the owner as version 2.0.0. */
export async function signedVersion(): Promise<{ folder: string; file: string; signature: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-update-'));
  const file = path.join(folder, 'Servery-2.0.0.AppImage');
  writeFileSync(file, 'the new version');
  const text = signedText('2.0.0', await sha512Of(file));
  return { folder, file, signature: sign(null, text, owner.privateKey).toString('base64') };
}
