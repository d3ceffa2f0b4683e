/**
 * `npm run sign-updates`: signs what `npm run dist` made, with the private key (PEM) whose file UPDATE_SIGNING_KEY names.
 * `openssl genpkey -algorithm ed25519` makes one. Prints the public key, which belongs into shared/brand.ts.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signedText } from './update-signature.ts';

const folder = path.resolve(import.meta.dirname, '../dist/installers');
const keyFile = process.env['UPDATE_SIGNING_KEY'];
if (!keyFile) {
  process.stderr.write('UPDATE_SIGNING_KEY must name the file of the private key.\n');
  process.exit(1);
}
const key = createPrivateKey(readFileSync(keyFile));

for (const name of readdirSync(folder).filter((file) => /^latest.*\.yml$/.test(file))) {
  const feed = path.join(folder, name);
  const unsigned = readFileSync(feed, 'utf8').replaceAll(/^ +signature: .*\n/gm, '');
  const version = /^version: (.+)$/m.exec(unsigned)?.[1];
  if (!version) throw new Error(`${name} names no version`);
  // Each installer has its own; the feed's hash at the margin is the first one's again.
  const signed = unsigned.replaceAll(/^( +)sha512: (.+)$/gm, (line, indent: string, sha512: string) => {
    const signature = sign(null, signedText(version, sha512), key).toString('base64');
    return `${line}\n${indent}signature: ${signature}`;
  });
  writeFileSync(feed, signed);
  process.stdout.write(`${name}: version ${version} is signed.\n`);
}
const spki = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
process.stdout.write(`The public key, for updateKey in shared/brand.ts: ${spki}\n`);
