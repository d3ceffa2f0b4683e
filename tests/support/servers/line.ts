import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * `silent`: bytes are swallowed and nobody notices. `half-open`: so on connections that are open now; later ones work.
 * `deaf`: what is sent arrives, and only what the server says is swallowed. `cut`: connections end, and no new one is
 * accepted. Slow and lossy lines delay every byte, by a fixed time, or by a second wherever a piece is lost.
 */
export type LineState =
  | 'well'
  | 'silent'
  | 'half-open'
  | 'deaf'
  | 'cut'
  | { delayMs: number }
  | { lost: number; random: () => number };

/** A connection to a server of this computer that a test can break in every way that a network knows. */
export type Line = {
  port: number;
  be(state: LineState): void;
  /** Resolves once all that is under way has arrived: what a slow line holds back, it still does when it is well again. */
  arrived(): Promise<void>;
  close(): Promise<void>;
};

/** How long TCP takes, about, until a lost piece is sent again, in ms. */
const RESENT_MS = 1_000;

/** @param target the port on this computer; a function is asked for each connection, and null refuses it */
export async function openLine(target: number | (() => number | null)): Promise<Line> {
  let state: LineState = 'well';
  const ends = new Set<Socket>();
  /** When the last bytes of each end arrive. */
  const arrivals = new Map<Socket, Promise<void>>();
  /** Connections that are half-open. What they swallowed is lost, so they stay so. */
  const lost = new WeakSet<Socket>();
  const swallows = (near: Socket, answer: boolean) => {
    if (state === 'silent' || (state === 'deaf' && answer)) lost.add(near);
    return state === 'deaf' ? answer : lost.has(near);
  };

  const server = createServer((near) => {
    const port = typeof target === 'number' ? target : target();
    if (state === 'cut' || port === null) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [from, to, isAnswer] of [
      [near, far, false],
      [far, near, true],
    ] as const) {
      let written = Promise.resolve();
      ends.add(from);
      from.on('data', (bytes) => {
        if (swallows(near, isAnswer)) return;
        const wait = delayOf(state);
        const due = wait > 0 ? new Promise<void>((resolve) => setTimeout(resolve, wait)) : null;
        written = written.then(() => due ?? undefined).then(() => void (to.writable && to.write(bytes)));
        arrivals.set(from, written);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        ends.delete(from);
        arrivals.delete(from);
        if (!swallows(near, isAnswer)) void written.then(() => to.destroy());
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hangUp = () => ends.forEach((end) => end.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    be(next) {
      state = next;
      if (next === 'cut') hangUp();
      if (next !== 'half-open') return;
      for (const end of ends) lost.add(end);
      state = 'well';
    },
    async arrived() {
      await Promise.all(arrivals.values());
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      state = 'cut';
      hangUp();
      await closed;
    },
  };
}

function delayOf(state: LineState): number {
  if (typeof state === 'string') return 0;
  if ('delayMs' in state) return state.delayMs;
  return state.random() < state.lost ? RESENT_MS : 0;
}
