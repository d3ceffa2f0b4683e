import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOurs, sha512Of, signedText } from './update-signature.ts';

const keys = () => generateKeyPairSync('ed25519');
const owner = keys();
const publicKey = owner.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
let folder: string;
let file: string;
let signature: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-signature-'));
  file = path.join(folder, 'Servery-2.0.0.AppImage');
  writeFileSync(file, 'the new version');
  signature = sign(null, signedText('2.0.0', await sha512Of(file)), owner.privateKey).toString('base64');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a version is the owner’s (E28)', () => {
  it('where number, file and key are those that were signed', async () => {
    const sha512 = await sha512Of(file);
    expect(isOurs({ version: '2.0.0', sha512, signatures: ['', signature] }, publicKey)).toBe(true);
  });

  it('and not where any of them is another, or the signature is none', async () => {
    const other = path.join(folder, 'other');
    writeFileSync(other, 'the new versiom');
    const [sha512, otherHash] = [await sha512Of(file), await sha512Of(other)];
    const otherKey = keys().publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(isOurs({ version: '1.0.0', sha512, signatures: [signature] }, publicKey)).toBe(false);
    expect(isOurs({ version: '2.0.0', sha512: otherHash, signatures: [signature] }, publicKey)).toBe(false);
    expect(isOurs({ version: '2.0.0', sha512, signatures: [signature] }, otherKey)).toBe(false);
    expect(isOurs({ version: '2.0.0', sha512, signatures: [signature] }, 'no key')).toBe(false);
    for (const wrong of [signature.slice(0, -8), '', undefined, 7])
      expect(isOurs({ version: '2.0.0', sha512, signatures: [wrong] }, publicKey)).toBe(false);
  });
});
