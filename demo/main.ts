/**
 * `npm run demo`: the whole platform on a throw-away database, with simulated customers.
 * `npm run dev`: the same with hot reload of the screens; server and till restart at each change. The guest's pages are
 * built once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brand } from '#shared/base/brand.ts';
import { openDatabase } from '../server/database/open-database.ts';
import { runScript } from '../scripts/npm.ts';
import { simulateCustomers } from './customers.ts';
import { forgetSettings } from './forget-settings.ts';
import { isLoopback } from './is-loopback.ts';
import { canOpenTill, openTill } from './till.ts';
import { addressOnNetwork, scannableTable } from './scannable-table.ts';
import { demoAccounts, seedDemo } from './seed.ts';
import { startServer } from './server-process.ts';

const { values: options } = parseArgs({
  options: {
    pace: { type: 'string', default: '4' },
    quiet: { type: 'boolean', default: false },
    port: { type: 'string', default: process.env['PORT'] ?? '4000' },
    host: { type: 'string', default: process.env['HOST'] ?? '127.0.0.1' },
    'no-till': { type: 'boolean', default: false },
    dev: { type: 'boolean', default: false },
  },
});
const pace = Number(options.pace);
const port = Number(options.port);
if (!(pace > 0 && pace <= 600)) fail('--pace takes orders a minute, above 0 and up to 600.');
if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) fail('--port takes a number from 0 to 65535.');
forgetSettings(process.env);

const folder = await mkdtemp(path.join(tmpdir(), 'servery-demo-'));
const dataDir = path.join(folder, 'data');
const stopping = new AbortController();
const children: ChildProcess[] = [];
const closing: (() => Promise<unknown>)[] = [];
// A terminal, which may also be closed, and npm may both send the same signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

try {
  console.log(`Preparing ${brand.name}: screens and a throw-away database…`);
  const [outlets] = await Promise.all([seed(), buildScreens()]);
  if (!stopping.signal.aborted) {
    const server = await startServer({
      dataDir,
      folder,
      port,
      host: options.host,
      // All simulated customers share one network, so the limits for that are lifted.
      env: { SERVERY_DEMO: '1', LIMITS: 'orders-network=100000,tracking-network=1000000' },
      watch: options.dev,
      signal: stopping.signal,
      ...(options.dev && { onLine: (line: string) => console.log(line) }),
    });
    children.push(server.process);
    // A server that listens on every address is reached on loopback.
    const origin = server.origin.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:');
    announce(options.dev ? await serveScreens(origin) : origin);
    await announceTable(origin, outlets.ferry);
    if (!options['no-till']) await offerTill(origin);
    const customers = options.quiet
      ? untilAborted(stopping.signal)
      : simulateCustomers({
          apiBase: `${origin}/api`,
          outletIds: [outlets.ferry, outlets.ferry, outlets.ferry, outlets.cafe],
          ordersPerMinute: pace,
          signal: stopping.signal,
          onNotice: (message) => console.error(`Customers: ${message}`),
        });
    await Promise.race([customers, server.ended.then(() => stopping.abort())]);
  }
} catch (error) {
  // A person who stops it while it starts does not care what that broke.
  if (!stopping.signal.aborted) throw error;
} finally {
  await Promise.all([...closing.map((close) => close()), ...children.map(end)]);
  // Windows lets a file go a moment after the process that had it.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function seed() {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    return await seedDemo(database, new Date());
  } finally {
    await database.close();
  }
}

/**
 * Builds the browser's screens in a second or two, so that an old build is never shown; beside the demo's data, so that no
 * other server of this project loses the files that it serves.
 */
async function buildScreens() {
  const built = await runScript('build:web', {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Fixed, because with another value React is built for development, at twice the size.
    env: { ...process.env, NODE_ENV: 'production', SERVERY_BUILD_TO: path.join(folder, 'dist') },
  });
  if (!built && !stopping.signal.aborted) fail('The screens could not be built.');
}

/** Serves the screens from their sources, in front of the server; returns the address. */
async function serveScreens(origin: string): Promise<string> {
  const { createServer } = await import('vite');
  process.env['SERVERY_API_ORIGIN'] = origin;
  const screens = await createServer({ configFile: path.resolve('web/vite.config.ts') });
  closing.push(() => screens.close());
  await screens.listen();
  return (screens.resolvedUrls?.local[0] ?? origin).replace(/\/$/, '');
}

function announce(origin: string) {
  const rows = [
    ['seller', demoAccounts.seller],
    ['admin', demoAccounts.admin],
    ['waiting for review', demoAccounts.pending],
    ['no Stripe account', demoAccounts.unconnected],
    ['refused by Stripe', demoAccounts.refused],
    ['left by Stripe', demoAccounts.disconnected],
  ];
  console.log(`\n${brand.name} runs at ${origin}\n`);
  for (const [role, email] of rows) console.log(`  ${role?.padEnd(20)} ${email}`);
  console.log(`  ${'password for all'.padEnd(20)} ${demoAccounts.password}\n`);
  if (!isLoopback(options.host))
    console.log(
      `It listens on ${options.host}: everybody on the network can sign in with these passwords.\n`,
    );
  console.log(
    'Sign in as the seller, open Outlets and press LIVE beside The Old Ferry. Ctrl-C ends everything.\n',
  );
}

/** Shows where a guest at table 7 orders. */
async function announceTable(origin: string, outletId: string) {
  const listensEverywhere = /^(?:0\.0\.0\.0|::|\[::\])$/.test(options.host);
  const onNetwork = listensEverywhere ? addressOnNetwork(new URL(origin).port) : null;
  const { address, code } = await scannableTable(origin, onNetwork ?? origin, outletId, '7');
  console.log(`Order at table 7 as a guest: ${address}\n\n${code}`);
  if (!onNetwork) console.log('For a phone on the same network, start it with HOST=0.0.0.0.\n');
}

async function offerTill(origin: string) {
  const reason = canOpenTill();
  if (reason !== null) return console.log(`No till window: ${reason}\n`);
  return void children.push(await openTill(origin, path.join(folder, 'till'), options.dev));
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
  );
}

/** Ends a process with its children, and waits until it has exited. */
function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    // Windows has no such signal, and would end this one process alone.
    if (process.platform === 'win32')
      spawn('taskkill', ['/pid', String(child.pid), '/t', '/f']).on('error', () => child.kill());
    else child.kill('SIGTERM');
  });
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
