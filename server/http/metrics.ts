import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Answered } from './access-log.ts';

/** What is counted. No label holds an id or anything that a caller chose, so the number of series stays bounded. */
export type Metrics = {
  answered(answered: Answered): void;
  /** Counts a run of a background chore. */
  choreRan(chore: string, outcome: 'done' | 'failed'): void;
  /** Sets by how many ms this server's clock is ahead of its database's. */
  clockCompared(aheadMs: number): void;
  /** Sets how the number of open sockets is read. */
  readSockets(count: () => number): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
};

export type MetricsServer = { port: number; close(): Promise<void> };

const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;
const methods = new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']);

export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry, prefix: 'servery_' });
  const requests = new Histogram({
    name: 'servery_http_request_seconds',
    help: 'Requests answered, by the template of their route.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const refusals = new Counter({
    name: 'servery_refusals_total',
    help: 'Requests that were refused, by the code of the refusal.',
    labelNames: ['code'] as const,
    registers,
  });
  const chores = new Counter({
    name: 'servery_chores_total',
    help: 'Runs of work that nobody asked for: expiry, payments, tidying up, backups.',
    labelNames: ['chore', 'outcome'] as const,
    registers,
  });
  const clock = new Gauge({
    name: 'servery_clock_ahead_seconds',
    help: "By how much this server's clock is ahead of its database's; negative if it is behind.",
    registers,
  });
  let sockets = () => 0;
  const open = new Gauge({
    name: 'servery_sockets',
    help: 'Open sockets of tills and screens on this server.',
    registers,
    collect(): void {
      open.set(sockets());
    },
  });

  return {
    answered({ method, route, status, ms, refusal }) {
      const known = methods.has(method) ? method : 'other';
      requests.observe({ method: known, route, status: String(status) }, ms / 1000);
      if (refusal !== null) refusals.inc({ code: refusal });
    },
    choreRan: (chore, outcome) => chores.inc({ chore, outcome }),
    clockCompared: (aheadMs) => clock.set(aheadMs / 1000),
    readSockets(count) {
      sockets = count;
    },
    text: () => registry.metrics(),
  };
}

/**
 * Serves `/metrics` and nothing else, on a port of its own that must not be reachable from the internet. Port 0 takes
 * a free one.
 */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<MetricsServer> {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void reply.writeHead(404).end();
    metrics.text().then(
      (text) => reply.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text),
      () => reply.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
