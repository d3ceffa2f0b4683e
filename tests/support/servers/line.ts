import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A network line to a server of this computer, which a test cuts, or lets swallow whatever is sent. `silent`: bytes go
 * nowhere and nobody is told, as on a half-open connection; `cut`: connections end, and none is let in.
 */
export type Line = {
  port: number;
  be(state: 'well' | 'silent' | 'cut'): void;
  close(): Promise<void>;
};

export async function openLine(targetPort: number): Promise<Line> {
  let state: 'well' | 'silent' | 'cut' = 'well';
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(targetPort, '127.0.0.1');
    /** One that was ever silent stays so: what it swallowed is lost. */
    let lost = state === 'silent';
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (bytes) => {
        lost ||= state === 'silent';
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
