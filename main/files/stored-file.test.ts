import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readStoredFile } from './stored-file.ts';

/** As on Windows while another program has a file open: so many of the next reads fail with this code. */
const held = await vi.hoisted(async () => {
  const { default: fs } = await import('node:fs');
  const { readFile } = fs;
  const held = { times: 0, code: '' };
  const flaky = (file: string, done: (error: Error | null, bytes?: Buffer) => void) =>
    held.times-- > 0
      ? done(Object.assign(new Error(`${held.code}: held`), { code: held.code }))
      : readFile(file, done);
  fs.readFile = flaky as typeof readFile;
  return held;
});

let folder: string;
let file: string;
let reports: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-stored-'));
  file = path.join(folder, 'printers.json');
  reports = [];
  held.times = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () =>
  readStoredFile(
    file,
    (json) => {
      if (!Array.isArray(json)) throw new Error('No list');
      return json.length;
    },
    (message) => void reports.push(message),
  );

it('a file that another program holds is read once it lets go (E25)', async () => {
  writeFileSync(file, '[1, 2]');
  Object.assign(held, { times: 2, code: 'EBUSY' });
  expect(await read()).toEqual({ kind: 'stored', value: 2 });
  expect(reports).toEqual([]);
});

it('one that cannot be read stays where it is, and that is what is reported (E25)', async () => {
  writeFileSync(file, '[1, 2]');
  Object.assign(held, { times: Infinity, code: 'EIO' });
  expect(await read()).toEqual({ kind: 'unreadable' });
  expect(readFileSync(file, 'utf8')).toBe('[1, 2]');
  expect(existsSync(`${file}.broken`)).toBe(false);
  expect(reports).toEqual(['printers.json cannot be read now: EIO: held. Close the till and open it again.']);
});

it('one that is wrong is set aside, and one that is not there is none (E25)', async () => {
  expect(await read()).toEqual({ kind: 'none' });
  writeFileSync(file, '{');
  expect(await read()).toEqual({ kind: 'broken' });
  expect(readFileSync(`${file}.broken`, 'utf8')).toBe('{');
  expect(reports).toEqual(['printers.json could not be read. It was set aside as printers.json.broken.']);
});
