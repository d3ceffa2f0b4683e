import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog, withoutSecrets } from './log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('nothing secret is in the log (E26)', () => {
  it.each([
    ['refused eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln here', 'refused [removed] here'],
    ['Authorization: Bearer abc.def', 'Authorization: [removed]'],
    ['{"refreshToken":"r-1/+=","a":1}', '{"refreshToken":"[removed]","a":1}'],
    ['{"password":"hunter22"}', '{"password":"[removed]"}'],
    ['GET /orders/1?token=abc&x=1', 'GET /orders/1?token=[removed]&x=1'],
    ['signed in as seller@servery.test', 'signed in as [removed]'],
  ])('%s', (message, kept) => expect(withoutSecrets(message)).toBe(kept));
});

describe('the log', () => {
  const at = () => new Date('2026-11-21T12:00:00Z');

  it('has a line a message, whatever is in it, for its owner alone', () => {
    const log = openLog(folder, at);
    log.write('one');
    log.write(`two\nforged line ${'x'.repeat(5000)}`);
    const file = path.join(folder, 'till.log');
    const [first, second = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(first).toBe('2026-11-21T12:00:00.000Z one');
    expect(second.length).toBeLessThan(2_100);
    expect(rest).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is two files of bounded length, exported as one, oldest first', () => {
    const log = openLog(folder, at);
    for (let n = 0; n < 1_200; n += 1) log.write(`${n} ${'x'.repeat(1_000)}`);
    const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
    expect(sizes).toHaveLength(2);
    for (const size of sizes) expect(size).toBeLessThan(505_000);
    const exported = log.exportTo(path.join(folder, 'downloads'));
    expect(path.basename(exported)).toBe('servery-till-2026-11-21-12-00-00.log');
    const numbers = readFileSync(exported, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.split(' ')[1]));
    expect(numbers.at(-1)).toBe(1_199);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('stops nobody where it cannot be written', () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    const log = openLog(path.join(file, 'logs'), at);
    log.write('lost');
    expect(() => log.exportTo(path.join(file, 'downloads'))).toThrow(/ENOTDIR|EEXIST/);
  });
});
