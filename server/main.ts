import { ConfigError, readConfig, readPlaces } from './config/config.ts';
import { createApp } from './app.ts';
import { systemClock } from './core/clock.ts';
import { sqlState } from './database/database.ts';
import { keepBackups, wayBack } from './backups/keep-backups.ts';
import { refuseEmpty } from './backups/refuse-empty.ts';
import { refuseMoved } from './database/moved-mark.ts';
import { openDatabase } from './database/open-database.ts';
import { CannotOpen, isEmbedded } from './database/pglite-database.ts';
import { createMetrics, serveMetrics } from './http/metrics.ts';
import type { StripeSettings } from './payments/stripe-client.ts';
import type { StripeParts } from './payments/stripe.ts';
import { testProvider } from './payments/test-provider.ts';
import { stopServer, type ServerParts } from './stop-server.ts';

/** How long a stop may take before the rest is cut off. */
const STOP_WITHIN_MS = 9_000;

// Only their owner may read the files that the server writes.
process.umask(0o077);

try {
  const config = readConfig(process.env);
  if (config.databaseUrl === null) {
    refuseMoved(config.dataDir);
    refuseEmpty(config.dataDir);
  }
  const database = await openDatabase(config, (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  const stripe = config.stripe && (await openStripe(config.stripe));
  const metrics = config.metricsPort === null ? null : createMetrics();
  const app = await createApp({
    config,
    database,
    metrics,
    clock: systemClock,
    payments: stripe?.provider ?? (config.demo ? testProvider() : null),
    stripe,
  });
  const backups = isEmbedded(database) ? await keepBackups(database, config, app.server.log, metrics) : null;
  stopInTime({ app, backups, database }, config.stopWithInput);
  await app.server.listen({ port: config.port, host: config.host, listenTextResolver: () => 'bound' });
  const address = app.server.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  if (metrics && config.metricsPort !== null) {
    const served = await serveMetrics(metrics, config.metricsHost, config.metricsPort);
    app.server.log.info({ event: 'metrics-served', host: config.metricsHost, port: served.port });
  }
  app.server.log.info({ origin: `http://${host}:${port}` }, 'listening');
} catch (error) {
  process.stderr.write(`${startupMessage(error)}\n`);
  process.exit(1);
}

/** On a signal, or at the end of standard input, stops the server and ends the process: with 0 if all went well. */
function stopInTime(parts: ServerParts, withInput: boolean): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    process.exit(await stopServer(parts));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  if (withInput) process.stdin.on('end', () => void stop()).resume();
}

/** Loaded lazily: the library is large, and only a server that takes cards needs it. */
async function openStripe(settings: StripeSettings): Promise<StripeParts> {
  const stripe = await import('./payments/stripe.ts');
  return stripe.openStripe(settings);
}

function startupMessage(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof CannotOpen) return `${error.message} ${wayBack(readPlaces(process.env).dataDir)}`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'The port is taken: stop what uses it, or choose another with PORT (or METRICS_PORT).';
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
    return `This machine cannot listen there: check HOST (and METRICS_HOST). ${message}`;
  if (code === sqlState.connectionFailure) return 'The PostgreSQL server of DATABASE_URL does not answer.';
  return message;
}
