/**
 * `npm run sign-updates`: signs the output of `npm run dist` with the private key (PEM) in the file that
 * UPDATE_SIGNING_KEY names. `openssl genpkey -algorithm ed25519` makes one. Prints the public key, which belongs into
 * shared/base/brand.ts. `npm run sign-updates -- FOLDER` signs that folder's files.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isTestBuild } from '../main/security/refused-switches.ts';
import { signedText } from '../main/updates/update-signature.ts';

const folder = path.resolve(import.meta.dirname, '..', process.argv[2] ?? 'dist/installers');
const keyFile = process.env['UPDATE_SIGNING_KEY'];
if (!keyFile) {
  process.stderr.write('UPDATE_SIGNING_KEY must name the file of the private key.\n');
  process.exit(1);
}
const key = createPrivateKey(readFileSync(keyFile));

for (const name of readdirSync(folder).filter((unpacked) => unpacked.endsWith('-unpacked'))) {
  const archive = path.join(folder, name, 'resources/app.asar');
  if (!existsSync(archive) || !isTestBuild(readFileSync(archive, 'latin1'))) continue;
  process.stderr.write(`${name} was made to be tested, and may be looked into. It is not signed.\n`);
  process.exit(1);
}

for (const name of readdirSync(folder).filter((file) => /^latest.*\.yml$/.test(file))) {
  const feed = path.join(folder, name);
  const unsigned = readFileSync(feed, 'utf8').replaceAll(/^ +signature: .*\n/gm, '');
  const version = /^version: (.+)$/m.exec(unsigned)?.[1];
  if (!version) throw new Error(`${name} names no version`);
  // Each installer has its own hash; the unindented one in the feed repeats the first.
  const signed = unsigned.replaceAll(/^( +)sha512: (.+)$/gm, (line, indent: string, sha512: string) => {
    const signature = sign(null, signedText(version, sha512), key).toString('base64');
    return `${line}\n${indent}signature: ${signature}`;
  });
  writeFileSync(feed, signed);
  process.stdout.write(`${name}: version ${version} is signed.\n`);
}
const spki = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
process.stdout.write(`The public key, for updateKey in shared/base/brand.ts: ${spki}\n`);
