import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brand } from '#shared/brand.ts';

const packaging = readFileSync(path.resolve(import.meta.dirname, '../electron-builder.yml'), 'utf8');

describe('what is packaged', () => {
  it('bears the names of the brand (D1)', () => {
    expect(packaging).toContain(`appId: ${brand.appId}\n`);
    expect(packaging).toContain(`productName: ${brand.name}\n`);
  });

  it('E19 E31 leaves no way to run another program in it, to look into it, or to load it from elsewhere', () => {
    const fuses = /electronFuses:\n((?: {2}.*\n)+)/.exec(packaging)?.[1]?.trim().split(/\n\s*/);
    expect(fuses).toEqual([
      'runAsNode: false',
      'enableCookieEncryption: true',
      'enableNodeOptionsEnvironmentVariable: false',
      'enableNodeCliInspectArguments: false',
      'enableEmbeddedAsarIntegrityValidation: true',
      'onlyLoadAppFromAsar: true',
      'loadBrowserProcessSpecificV8Snapshot: false',
      'grantFileProtocolExtraPrivileges: false',
    ]);
  });

  it('holds the three builds and nothing of the sources, the tests or the server', () => {
    const files = /\nfiles:\n((?: {2}.*\n)+)/.exec(packaging)?.[1]?.trim().split(/\n\s*/);
    expect(files).toEqual([
      "- '!**/*'",
      '- package.json',
      '- dist/main/**',
      '- dist/preload/**',
      '- dist/renderer/**',
    ]);
  });
});
