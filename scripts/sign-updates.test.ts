import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = path.join(import.meta.dirname, 'sign-updates.ts');
const feed = 'version: 2.0.0\nfiles:\n  - url: Servery.zip\n    sha512: abcd\nsha512: abcd\n';
let folder: string;
let key: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-sign-'));
  key = path.join(folder, 'key.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(key, privateKey.export({ format: 'pem', type: 'pkcs8' }));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Signs a folder with these feeds and these archives of programs, each with its package.json. */
function sign(archives: Record<string, object>, feeds = ['latest.yml']) {
  for (const name of feeds) writeFileSync(path.join(folder, name), feed);
  for (const [name, json] of Object.entries(archives)) {
    const archive = path.join(folder, name);
    mkdirSync(path.dirname(archive), { recursive: true });
    writeFileSync(archive, `\0\0${JSON.stringify(json)}`);
  }
  const env = { ...process.env, UPDATE_SIGNING_KEY: key };
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { env, encoding: 'utf8' });
  const isSigned = feeds.some((name) =>
    readFileSync(path.join(folder, name), 'utf8').includes('signature: '),
  );
  return { status, stderr, isSigned };
}

const places = [
  ['linux-unpacked/resources/app.asar', 'latest-linux.yml'],
  ['linux-arm64-unpacked/resources/app.asar', 'latest-linux-arm64.yml'],
  ['win-arm64-unpacked/resources/app.asar', 'latest.yml'],
  ['mac/Servery.app/Contents/Resources/app.asar', 'latest-mac.yml'],
  ['mac-arm64/Servery.app/Contents/Resources/app.asar', 'latest-mac.yml'],
  ['mac-universal/Servery.app/Contents/Resources/app-arm64.asar', 'latest-mac.yml'],
] as const;

it.each(places)('a release is signed, and a build for testing is not, at %s (E31)', (place, name) => {
  const refused = sign({ [place]: { name: 'servery', testBuild: true } }, [name]);
  expect(refused).toMatchObject({ status: 1, isSigned: false });
  expect(refused.stderr).toContain('was made to be tested');
  expect(sign({ [place]: { name: 'servery' } }, [name])).toEqual({ status: 0, stderr: '', isSigned: true });
});

it('one build for testing among releases is enough (E31)', () => {
  const [[first], , [second]] = places;
  expect(sign({ [first]: {}, [second]: { testBuild: true } })).toMatchObject({ status: 1, isSigned: false });
});

it('installers whose contents are not beside them are not signed (E31)', () => {
  const { status, stderr, isSigned } = sign({});
  expect({ status, isSigned }).toEqual({ status: 1, isSigned: false });
  expect(stderr).toContain('not beside them');
});

it.each([
  ['latest.yml', ['latest-linux.yml', 'latest.yml']],
  ['latest-mac.yml', ['latest-linux.yml', 'latest-mac.yml']],
])('nothing is signed where the contents for %s alone are missing (E31)', (missing, feeds) => {
  const { status, stderr, isSigned } = sign({ 'linux-unpacked/resources/app.asar': {} }, feeds);
  expect({ status, isSigned }).toEqual({ status: 1, isSigned: false });
  expect(stderr).toContain(`installers of ${missing} are not beside them`);
});
