import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { openPrintSettings } from './print-settings.ts';
import { isPrivateAddress, mayBePrinter } from './printer-address.ts';
import { sendToFile } from './send-file.ts';
import { sendToSystem } from './send-system.ts';

const sheet = Buffer.from(Array.from({ length: 3000 }, (_none, at) => at % 256));
const limits = { connectMs: 200, statusMs: 200, printMs: 1_000 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-send-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('the system’s own printers (T12)', () => {
  /** A stand-in for CUPS' program that records its input. */
  function putLp(script: string): void {
    const lp = path.join(folder, 'lp');
    writeFileSync(lp, `#!/bin/sh\ncd '${folder}'\n${script}\n`);
    chmodSync(lp, 0o755);
    vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  }

  it('get the bytes as they are, and a name that no shell has seen', async () => {
    putLp('printf "%s\\n" "$@" > args; cat > bytes');
    const name = 'a;touch $(pwd)/evil `id` -o x';
    expect(await sendToSystem(sheet, name, limits)).toEqual({ kind: 'sent' });
    expect(readFileSync(path.join(folder, 'bytes')).equals(sheet)).toBe(true);
    const args = readFileSync(path.join(folder, 'args'), 'utf8').trim().split('\n');
    expect(args).toEqual(['-d', name, '-o', 'raw', '-s', '--', '-']);
    expect(existsSync(path.join(folder, 'evil'))).toBe(false);
  });

  it('that refuse have nothing of it, and one that hangs is given up', async () => {
    putLp('exit 1');
    expect(await sendToSystem(sheet, 'Bar', limits)).toMatchObject({ kind: 'not-sent' });
    putLp('exec sleep 30');
    expect(await sendToSystem(sheet, 'Bar', limits)).toMatchObject({ kind: 'unconfirmed' });
    putLp('cat > bytes; kill -TERM $$');
    expect(await sendToSystem(sheet, 'Bar', limits), 'ended once it has all').toMatchObject({
      kind: 'unconfirmed',
    });
    vi.stubEnv('PATH', folder);
    rmSync(path.join(folder, 'lp'));
    expect(await sendToSystem(sheet, 'Bar', limits)).toEqual({
      kind: 'not-sent',
      problem: 'This computer has no lp',
    });
  });
});

describe('devices and files (T11)', () => {
  it('a file gets one sheet after the other, in the till’s own folder and readable by its owner alone', async () => {
    for (let time = 0; time < 2; time += 1)
      expect(await sendToFile(sheet, 'tickets.bin', folder, limits)).toEqual({ kind: 'sent' });
    expect(readFileSync(path.join(folder, 'tickets.bin')).equals(Buffer.concat([sheet, sheet]))).toBe(true);
  });

  it('a link or a pipe in the till’s folder gets nothing, and nothing is written where it leads', async () => {
    const elsewhere = path.join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'kept');
    symlinkSync(elsewhere, path.join(folder, 'link.bin'));
    execFileSync('mkfifo', [path.join(folder, 'pipe.bin')]);
    for (const name of ['link.bin', 'pipe.bin'])
      expect(await sendToFile(sheet, name, folder, limits)).toMatchObject({ kind: 'not-sent' });
    expect(readFileSync(elsewhere, 'utf8')).toBe('kept');
  });

  it('a device that is not there gets nothing, and is not made', async () => {
    const outcome = await sendToFile(sheet, '/dev/usb/lp98', folder, limits);
    expect(outcome).toEqual({ kind: 'not-sent', problem: 'Not connected' });
    expect(existsSync('/dev/usb/lp98')).toBe(false);
  });
});

describe('where a printer may be (T13)', () => {
  it.each(['10.0.0.5', '172.31.1.1', '192.168.1.50', '127.0.0.1', '169.254.9.9', '::1', 'fd00::5'])(
    '%s is of a private network',
    (address) => {
      expect(isPrivateAddress(address)).toBe(true);
      expect(mayBePrinter(address)).toBe(true);
    },
  );

  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '0.0.0.0',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    '3232235826',
    '',
    // A cloud's metadata address, and a link-local one.
    '169.254.169.254',
    '169.254.170.2',
    '::ffff:169.254.169.254',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
  ])('%s is not', (address) => expect(mayBePrinter(address)).toBe(false));

  it('names that only a private network gives may be one, and where they lead is looked at again', () => {
    for (const name of ['printer', 'kitchen-1.local', 'bar.lan', 'p.home.arpa'])
      expect(mayBePrinter(name)).toBe(true);
    for (const name of [
      'printer.example.com',
      'a b',
      'evil.local.com',
      'x/y.local',
      '-d;rm',
      'metadata',
      'metadata.google.internal',
      'Instance-Data.ec2.internal',
    ])
      expect(mayBePrinter(name)).toBe(false);
  });

  it.each([
    [{ kind: 'network', host: 'example.com', port: 9100 }, 'in this network'],
    [{ kind: 'system', name: 'Nobody' }, 'no printer of that name'],
    [{ kind: 'file', path: '../../session' }, 'Give a device'],
    [{ kind: 'file', path: '/etc/passwd' }, 'Give a device'],
    [{ kind: 'file', path: '/dev/usb/lp0/../../sda' }, 'Give a device'],
  ] as const)('a printer at %o is refused in words, and nothing of it is kept', async (target, words) => {
    const settings = await openPrintSettings({
      file: path.join(folder, 'p.json'),
      systemPrinters: async () => ['Bar'],
      confirmPrinter: async () => null,
      report: () => undefined,
    });
    const before = settings.current();
    expect(await settings.save({ ...before, printers: [samplePrinter(1, { target })] })).toContain(words);
    expect(settings.current()).toBe(before);
    expect(existsSync(path.join(folder, 'p.json'))).toBe(false);
    const known = samplePrinter(1, { target: { kind: 'system', name: 'Bar' } });
    expect(await settings.save({ ...before, printers: [known] })).toBeNull();
  });

  it('printers that cannot be read are set aside and told of', async () => {
    const file = path.join(folder, 'p.json');
    writeFileSync(file, '{"printers":[{"id":1}]}');
    const reports: string[] = [];
    const settings = await openPrintSettings({
      file,
      systemPrinters: async () => [],
      confirmPrinter: async () => null,
      report: (message) => void reports.push(message),
    });
    expect(settings.current().printers).toEqual([]);
    expect(reports.join()).toContain('p.json.broken');
    expect(readFileSync(`${file}.broken`, 'utf8')).toContain('"id":1');
  });
});
