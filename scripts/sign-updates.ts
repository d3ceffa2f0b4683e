/**
 * `npm run sign-updates`: signs the output of `npm run dist` with the private key (PEM) in the file that
 * UPDATE_SIGNING_KEY names. `openssl genpkey -algorithm ed25519` makes one. Prints the public key, which belongs into
 * shared/base/brand.ts. `npm run sign-updates -- FOLDER` signs that folder's files.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isTestBuild } from '../main/security/refused-switches.ts';
import { signedText } from '../main/updates/update-signature.ts';

const folder = path.resolve(import.meta.dirname, '..', process.argv[2] ?? 'dist/installers');
const keyFile = process.env['UPDATE_SIGNING_KEY'];
if (!keyFile) refuse('UPDATE_SIGNING_KEY must name the file of the private key.');
const key = createPrivateKey(readFileSync(keyFile));

const feeds = readdirSync(folder).filter((file) => /^latest.*\.yml$/.test(file));
// Of Windows and Linux, and of macOS. A program for two kinds of Macs may have an archive for each.
const archives = globSync(['*/resources/app*.asar', '*/*.app/Contents/Resources/app*.asar'], { cwd: folder });
for (const archive of archives)
  if (isTestBuild(readFileSync(path.join(folder, archive), 'latin1')))
    refuse(`${archive} was made to be tested, and may be looked into. It is not signed.`);
for (const feed of feeds)
  if (!archives.some((archive) => placeOf(feed).test(archive)))
    refuse(
      `The contents of the installers of ${feed} are not beside them. Without those, nothing shows a build for testing.`,
    );

for (const name of feeds) {
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

/** Where the contents of a feed's installers lie. */
function placeOf(feed: string): RegExp {
  if (feed.startsWith('latest-mac')) return /^mac/;
  return feed.startsWith('latest-linux') ? /^linux.*-unpacked/ : /^win.*-unpacked/;
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
