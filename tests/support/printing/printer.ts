import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** The stand-in's behaviour, which may change at any time. */
export type PrinterMood = {
  paper: boolean;
  coverClosed: boolean;
  /** The roll is nearly at its end, but prints. */
  nearEnd: boolean;
  /** Accepts connections, but neither reads nor answers. */
  deaf: boolean;
  /** Reads, but answers no question about its state. */
  silent: boolean;
  /** Cuts the connection after so many bytes of a job; a function is called for each job. */
  cutAfter: number | null | (() => number | null);
  /** How many bytes of a job it reads in each `everyMs`; null for all at once. */
  pace: number | null;
  everyMs: number;
  /** How many connections it serves at once; it refuses others. */
  atOnce: number;
};

export type StandInPrinter = Awaited<ReturnType<typeof startPrinter>>;

const usual: PrinterMood = {
  paper: true,
  coverClosed: true,
  nearEnd: false,
  deaf: false,
  silent: false,
  cutAfter: null,
  pace: null,
  everyMs: 100,
  atOnce: Infinity,
};

/**
 * A receipt printer on this computer that speaks ESC/POS: it records the bytes of each job as far as it read them,
 * and answers `DLE EOT` at once and `GS r 1` in its turn.
 */
export async function startPrinter(port = 0, host = '127.0.0.1') {
  const mood = { ...usual };
  /** The bytes of each connection that sent any; a job that was cut is incomplete. */
  const jobs: Buffer[] = [];
  const open = new Set<Socket>();

  const server = createServer({ pauseOnConnect: true }, (socket) => {
    // Also of one that is refused: where its till has gone already, to reset it is an error.
    socket.on('error', () => undefined);
    if (open.size >= mood.atOnce) return void socket.resetAndDestroy();
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    if (mood.deaf) return;
    serve(socket);
    socket.resume();
  });

  function serve(socket: Socket): void {
    let slot: number | null = null;
    let cut: number | null = null;
    let taken = Buffer.alloc(0);
    let pending = Buffer.alloc(0);
    let timer: NodeJS.Timeout | undefined;

    function take(bytes: Buffer): void {
      for (let at = 0; at < bytes.length; at += 1) {
        const question = bytes.subarray(at, at + 3);
        if (question[0] === 0x10 && question[1] === 0x04) {
          if (!mood.silent) socket.write(Buffer.from([stateByte(question[2] ?? 0, mood)]));
          at += 2;
        } else if (question[0] === 0x1d && question[1] === 0x72) {
          if (!mood.silent && mood.paper) socket.write(Buffer.from([mood.nearEnd ? 0x03 : 0x00]));
          at += 2;
        } else {
          taken = Buffer.concat([taken, bytes.subarray(at, at + 1)]);
          if (slot === null) {
            slot = jobs.push(taken) - 1;
            cut = typeof mood.cutAfter === 'function' ? mood.cutAfter() : mood.cutAfter;
          }
          jobs[slot] = taken;
          if (cut !== null && taken.length >= cut) return void socket.resetAndDestroy();
        }
      }
    }

    socket.on('data', (bytes) => {
      if (mood.cutAfter === 0 && bytes[0] !== 0x10) return void socket.resetAndDestroy();
      if (mood.pace === null) return take(Buffer.from(bytes));
      pending = Buffer.concat([pending, Buffer.from(bytes)]);
      timer ??= setInterval(() => {
        take(pending.subarray(0, mood.pace ?? pending.length));
        pending = pending.subarray(mood.pace ?? pending.length);
      }, mood.everyMs);
    });
    socket.on('close', () => {
      clearInterval(timer);
      // A printer prints what it has received, even if the sender has gone.
      if (pending.length > 0) take(pending);
    });
    socket.on('end', () => socket.end());
  }

  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    mood,
    jobs,
    usual: () => Object.assign(mood, usual),
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The answer to `DLE EOT n`. */
function stateByte(question: number, { paper, coverClosed, nearEnd }: PrinterMood): number {
  const trouble = !paper || !coverClosed;
  if (question === 1) return 0x12 | (trouble ? 0x08 : 0);
  if (question === 2) return 0x12 | (coverClosed ? 0 : 0x04) | (paper ? 0 : 0x20);
  return 0x12 | (paper ? 0 : 0x60) | (nearEnd ? 0x0c : 0);
}
