import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import type { Printer } from '#shared/print/printer.ts';
import { askAtComputer } from '../security/ask-at-computer.ts';
import { confirmPrinter } from './confirm-printer.ts';
import { openPrintSettings } from './print-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Settings whose dialog is answered with a button's number; records what the dialog asked. */
async function settingsAnswered(answer: () => Promise<number>) {
  const questions: string[] = [];
  const settings = await openPrintSettings({
    file: path.join(folder, 'printers.json'),
    systemPrinters: async () => [],
    confirmPrinter: confirmPrinter(
      askAtComputer(async ({ message, buttons, cancelId, defaultId }) => {
        questions.push(message);
        expect([buttons?.[0], cancelId, defaultId]).toEqual(['Cancel', 0, 0]);
        return { response: await answer() };
      }),
    ),
    report: () => undefined,
  });
  const save = (...printers: Printer[]) => settings.save({ printers });
  return { settings, save, questions };
}
const at = (host: string, port: number, id = 'kitchen') =>
  samplePrinter(0, { id, target: { kind: 'network', host, port } });

it('a new printer at an unusual port is asked about, by its host and port, and is kept once a person says so', async () => {
  const { save, questions, settings } = await settingsAnswered(async () => 1);
  expect(await save(at('192.168.1.50', 6379))).toBeNull();
  expect(questions).toEqual(['Print to 192.168.1.50, port 6379?']);
  expect(settings.current().printers).toHaveLength(1);
  // A printer that is already set up is not asked about again.
  expect(await save({ ...at('192.168.1.50', 6379), name: 'Bar' })).toBeNull();
  expect(questions).toHaveLength(1);
  expect(await save(at('192.168.1.51', 6379))).toBeNull();
  expect(questions).toHaveLength(2);
});

it('a printer that nobody confirms is not kept', async () => {
  const { save, settings } = await settingsAnswered(async () => 0);
  expect(await save(at('127.0.0.1', 8080))).toBe('Nobody confirmed this address.');
  expect(settings.current().printers).toEqual([]);
});

it.each([9100, 9109])('a printer at port %i is not asked about', async (port) => {
  const { save, questions } = await settingsAnswered(async () => 0);
  expect(await save(at('192.168.1.50', port))).toBeNull();
  expect(questions).toEqual([]);
});

it.each([9099, 9110])('a printer at port %i is asked about', async (port) => {
  const { save, questions } = await settingsAnswered(async () => 0);
  expect(await save(at('192.168.1.50', port))).not.toBeNull();
  expect(questions).toHaveLength(1);
});

it('a page that asks again and again shows one question', async () => {
  let press: (button: number) => void = () => undefined;
  const { save, questions } = await settingsAnswered(
    () =>
      new Promise((resolve) => {
        press = resolve;
      }),
  );
  const first = save(at('192.168.1.50', 6379));
  for (let again = 0; again < 10; again += 1)
    expect(await save(at('192.168.1.60', 6379))).toBe('Nobody confirmed this address.');
  expect(questions).toEqual(['Print to 192.168.1.50, port 6379?']);
  press(1);
  expect(await first).toBeNull();
});

it('what is saved while the question is open stays when it is answered, and a printer that is removed then stays removed', async () => {
  let press: (button: number) => void = () => undefined;
  const { settings, save } = await settingsAnswered(
    () =>
      new Promise((resolve) => {
        press = resolve;
      }),
  );
  const receipt = { vatNumber: 'GB1', vatBasisPoints: 2000, footer: '' };
  expect(await save(at('192.168.1.49', 9100, 'bar'))).toBeNull();
  const adds = settings.save({ printers: [at('192.168.1.50', 6379)] });
  expect(await settings.save({ receipt })).toBeNull();
  expect(await settings.save({ removed: ['bar'] })).toBeNull();
  press(1);
  expect(await adds).toBeNull();
  expect(settings.current().receipt).toEqual(receipt);
  expect(settings.current().printers.map(({ id }) => id)).toEqual(['kitchen']);
});

it('of two changes at once neither fails nor is lost, also on the disk', async () => {
  const { settings, save } = await settingsAnswered(async () => 1);
  const receipt = { vatNumber: 'GB1', vatBasisPoints: 2000, footer: '' };
  expect(
    await Promise.all([
      save(at('192.168.1.50', 9100)),
      settings.save({ receipt }),
      settings.save({ printers: [at('192.168.1.51', 9100, 'bar')] }),
    ]),
  ).toEqual([null, null, null]);
  expect(settings.current().receipt).toEqual(receipt);
  expect(settings.current().printers.map(({ id }) => id)).toEqual(['kitchen', 'bar']);
  const { settings: again } = await settingsAnswered(async () => 1);
  expect(again.current()).toEqual(settings.current());
});
