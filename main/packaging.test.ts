import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brand } from '#shared/base/brand.ts';

const root = path.resolve(import.meta.dirname, '..');
const packaging = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8');

describe('what is packaged', () => {
  it('bears the names of the brand (D1)', () => {
    expect(packaging).toContain(`appId: ${brand.appId}\n`);
    expect(packaging).toContain(`productName: ${brand.name}\n`);
  });

  it('leaves no way to run another program in it, to look into it, or to load it from elsewhere (E19, E31)', () => {
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

  it('is made for both kinds of processor, and on macOS as the zip that updates need', () => {
    const archs = '[x64, arm64]';
    for (const target of ['AppImage', 'deb', 'dmg', 'zip', 'nsis'])
      expect(packaging).toContain(`{ target: ${target}, arch: ${archs} }`);
  });

  it('is no build to be tested: a release may not be looked into (E31)', () => {
    expect(packaging).not.toMatch(/testBuild|extraMetadata/);
    expect(readFileSync(path.join(root, 'package.json'), 'utf8')).not.toContain('testBuild');
  });

  it('has one name for its windows and its entry in the menu of the system', () => {
    expect(packaging).toContain('syncDesktopName: true\n');
    expect(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))).toMatchObject({
      desktopName: 'servery.desktop',
    });
  });
});

describe('what is left when the till is uninstalled', () => {
  const kept = ['.config/Servery/settings.json', '.config/autostart/other.desktop'];
  const cleared = [
    `.config/autostart/${brand.appId}.desktop`,
    `.config/${brand.name}/print-jobs.json`,
    `.config/${brand.name}/print-jobs.json.broken`,
    `.config/${brand.name}/printed/2026-11-22.bin`,
  ];

  /** Runs what a Debian package runs after it was removed, for one person, without anything of this computer. */
  function removed(why: string): string[] {
    const home = mkdtempSync(path.join(tmpdir(), 'servery-removed-'));
    try {
      const programs = path.join(home, 'programs');
      mkdirSync(programs);
      const program = (name: string, does: string) =>
        writeFileSync(path.join(programs, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
      program(
        'getent',
        `echo "somebody:x:1000:1000::${home}:/bin/sh"; echo "nobody:x:65534:65534::/nonexistent:/bin/sh"`,
      );
      program('runuser', '[ "$1 $2 $3" = "-u somebody --" ] && shift 3 && exec "$@"');
      program('update-alternatives', 'exit 0');
      for (const file of [...kept, ...cleared]) {
        mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
        writeFileSync(path.join(home, file), '');
      }
      execFileSync('bash', [path.join(root, 'main/resources/deb-after-remove.sh'), why], {
        env: { PATH: `${programs}:${process.env['PATH']}` },
      });
      return [...kept, ...cleared].filter((file) => existsSync(path.join(home, file)));
    } finally {
      rmSync(home, { recursive: true });
    }
  }

  it.skipIf(process.platform === 'win32')('deb: no start at sign-in and nothing of customers’ orders', () => {
    expect(packaging).toContain('afterRemove: main/resources/deb-after-remove.sh\n');
    expect(removed('remove')).toEqual(kept);
    expect(removed('purge')).toEqual(kept);
    expect(removed('upgrade')).toEqual([...kept, ...cleared]);
  });

  it('Windows: the same, in the words of its installer', () => {
    expect(packaging).toContain('include: main/resources/uninstall.nsh\n');
    const script = readFileSync(path.join(root, 'main/resources/uninstall.nsh'), 'utf8');
    for (const what of ['"${APP_ID}"', '\\print-jobs.json"', '\\printed"', '${ifNot} ${isUpdated}'])
      expect(script).toContain(what);
  });
});
