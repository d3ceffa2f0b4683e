import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { alertsPort, tillAlertsPort } from '#shared/host/alerts.ts';
import { computerPort } from '#shared/host/computer.ts';
import type { Port } from '#shared/host/port.ts';
import { printingPort, tillPrintingPort } from '#shared/host/printing.ts';
import { sessionPort } from '#shared/host/session.ts';
import { updatesPort } from '#shared/host/updates.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What stands between a screen and the work that is done for it; what the handlers call has methods of its own. */
const between =
  /^(?:shared\/host|preload|renderer\/platform|main\/security)\/|^web\/browser-|^main\/.*-handlers\.ts$/;
const files = ['shared/host', 'preload', 'renderer/platform', 'web', 'main'].flatMap((room) =>
  readdirSync(path.join(root, room), { encoding: 'utf8', recursive: true })
    .map((name) => path.posix.join(room, name.replaceAll(path.sep, '/')))
    .filter((name) => between.test(name) && name.endsWith('.ts') && !/\.test\.ts$|-contract\.ts$/.test(name))
    .map((name) => ({ name, source: readFileSync(path.join(root, name), 'utf8') })),
);

/** Where a line of a port is written: as a method, a key, or in a list of names. Calls and capabilities are not it. */
const writtenIn = (line: string) => {
  const written = new RegExp(
    `^\\s*(?:async )?${line}(?:[:(,](?! (?:true|false))| =)|[|] '${line}'|'${line}',`,
    'm',
  );
  return files.filter(({ source }) => written.test(source)).map(({ name }) => name);
};

const handlers = {
  session: 'main/session/session-handlers.ts',
  alerts: 'main/alerts/alerts-handlers.ts',
  computer: 'main/settings/computer-handlers.ts',
  updates: 'main/updates/updates-handlers.ts',
  printing: 'main/printing/printing-handlers.ts',
};

const linesOf = (name: keyof typeof handlers, port: Port, inBrowser: boolean) =>
  Object.entries(port).map(([line, { kind }]) => {
    const event = kind === 'event' && `on${line.charAt(0).toUpperCase()}${line.slice(1)}`;
    return { name, line, event, inBrowser };
  });

it.each([
  ...linesOf('session', sessionPort, true),
  ...linesOf('alerts', alertsPort, true),
  ...linesOf('alerts', tillAlertsPort, false),
  ...linesOf('computer', computerPort, true),
  ...linesOf('updates', updatesPort, true),
  ...linesOf('printing', printingPort, true),
  ...linesOf('printing', tillPrintingPort, false),
])('$line is written in its port, in one place of the till and in one of the browser', (written) => {
  const { name, line, event, inBrowser } = written;
  const browser = inBrowser ? [`web/browser-${name}.ts`] : [];
  const port = `shared/host/${name}.ts`;
  if (event === false) expect(writtenIn(line)).toEqual([port, ...browser, handlers[name]]);
  else expect([writtenIn(line)[0], ...writtenIn(event)]).toEqual([port, ...browser]);
});
