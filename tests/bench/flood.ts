import { randomBytes, randomUUID } from 'node:crypto';
import { Pool, type Dispatcher } from 'undici';

/** What an attacker knows, like anybody who opened an account there. */
export type Target = {
  origin: string;
  outlets: string[];
  basket: string;
  password: string;
  /** An account that waits for review. */
  pendingEmail: string;
  /** E-mails of honest sellers. */
  emails: string[];
  /** A seller with as many and as large menus as allowed. */
  hoarder: { token: string; outlet: string };
};

/** An attack ends within `ms`, or soon after. */
export type Attack = { what: string; run(target: Target, ms: number): Promise<void> };

/** The attackers' own address: the server trusts only the proxy that honest callers come through. */
export const THEIR_ADDRESS = '127.0.0.66';

/** Of the proxy that they come through, the system chooses the address. */
export const poolOf = (origin: string, connections: number, localAddress?: string) =>
  new Pool(origin, { connections, pipelining: 1, connect: { ...(localAddress && { localAddress }) } });

/** Below those that the system gives out. */
const [FIRST_PORT, PORTS] = [1_024, 31_000];
let connected = 0;

/**
 * Where their next connection is from. The system would look for a free port of theirs longer and longer, the more of them
 * were used within the last minute.
 */
export function theirNextPort(): { localAddress: string; localPort: number } {
  connected += 1;
  return { localAddress: THEIR_ADDRESS, localPort: FIRST_PORT + (connected % PORTS) };
}

export type Ask = Pick<Dispatcher.RequestOptions, 'path'> & {
  method?: Dispatcher.HttpMethod;
  body?: string | Buffer;
  headers?: Record<string, string>;
};

/**
 * Sends requests without end, so many at once. With `networks` each has a different one, as if through the trusted
 * proxy.
 */
export async function flood(
  { origin }: Target,
  ms: number,
  atOnce: number,
  ask: (n: number) => Ask,
  networks?: (n: number) => string,
): Promise<void> {
  const pool = poolOf(origin, atOnce, networks ? undefined : THEIR_ADDRESS);
  const end = performance.now() + ms;
  let asked = 0;
  const each = async () => {
    while (performance.now() < end) {
      const n = (asked += 1);
      const { path, method = 'POST', body, headers } = ask(n);
      const options = {
        path,
        method,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          ...(networks && { 'x-forwarded-for': networks(n) }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      };
      await pool
        .request(options)
        .then((reply) => reply.body.dump({ limit: 1e9 }))
        .catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, each));
  await pool.destroy();
}

export const anyNetwork = () => `203.${randomBytes(3).join('.')}`;
export const oneSlash64 = () =>
  `2001:db8::${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;
