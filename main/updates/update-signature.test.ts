import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherKey, publicKey, signedVersion } from '../../tests/support/till/signed-version.ts';
import { isOurs, sha512Of } from './update-signature.ts';

let folder: string;
let file: string;
let signature: string;
beforeAll(async () => void ({ folder, file, signature } = await signedVersion()));
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
    expect(isOurs({ version: '1.0.0', sha512, signatures: [signature] }, publicKey)).toBe(false);
    expect(isOurs({ version: '2.0.0', sha512: otherHash, signatures: [signature] }, publicKey)).toBe(false);
    expect(isOurs({ version: '2.0.0', sha512, signatures: [signature] }, otherKey)).toBe(false);
    expect(isOurs({ version: '2.0.0', sha512, signatures: [signature] }, 'no key')).toBe(false);
    for (const wrong of [signature.slice(0, -8), '', undefined, 7])
      expect(isOurs({ version: '2.0.0', sha512, signatures: [wrong] }, publicKey)).toBe(false);
  });
});
