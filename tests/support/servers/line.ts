import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * `silent`: bytes are swallowed and nobody notices, as on a half-open connection; `deaf`: only what the server says is
 * swallowed; `cut`: connections end, and no new one is accepted.
 */
type LineState = 'well' | 'silent' | 'deaf' | 'cut';

/** A connection to a server of this computer that a test can cut or silence. */
export type Line = {
  port: number;
  be(state: LineState): void;
  close(): Promise<void>;
};

export async function openLine(targetPort: number): Promise<Line> {
  let state: LineState = 'well';
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(targetPort, '127.0.0.1');
    /** A connection that was ever silent stays so, because what it swallowed is lost. */
    let lost = state === 'silent';
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (bytes) => {
        lost ||= state === 'silent' || (state === 'deaf' && from === far);
        if (!lost) to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        ends.delete(from);
        lost ||= state === 'silent';
        if (!lost) to.destroy();
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
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      state = 'cut';
      hangUp();
      await closed;
    },
  };
}
