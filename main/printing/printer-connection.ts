import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { isPrivateAddress } from './printer-address.ts';

/** How long a printer may take to close the connection after the last byte, in ms. */
const HANG_UP_MS = 1_000;

type Address = { host: string; port: number };

export type PrinterConnection = {
  write(bytes: Buffer): void;
  /** All bytes that the printer sent, or those since {@link forget}. */
  said(): Buffer;
  forget(): void;
  /** Resolves when `done` accepts the received bytes, or after `ms`; rejects if the connection ended before. */
  until(done: (said: Buffer) => boolean, ms: number): Promise<boolean>;
  /** Sends the last bytes; resolves to whether all were received, and the connection closed, within `ms`. */
  finish(bytes: Buffer, ms: number): Promise<boolean>;
  destroy(): void;
};

/**
 * A connection for one job, to the first private address of the host that takes one. They are looked up at this
 * moment, whatever they were when the printer was set up; addresses of the internet are passed over. Rejects after
 * `ms` at the latest, however slow the name or the printer is.
 */
export async function connectTo({ host, port }: Address, ms: number): Promise<PrinterConnection> {
  const deadline = performance.now() + ms;
  const found = isIP(host) ? [host] : await orAborted(resolveName(host), AbortSignal.timeout(ms));
  const addresses = found.filter(isPrivateAddress);
  let failure: unknown = new Error('Not in this network');
  for (const [at, address] of addresses.entries()) {
    // An address that stays silent leaves their share of the time to those after it.
    const share = (deadline - performance.now()) / (addresses.length - at);
    try {
      return talkOver(await opened({ host: address, port }, Math.max(0, Math.floor(share))));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function opened(address: Address, ms: number): Promise<Socket> {
  const socket = connect({ ...address, noDelay: true });
  try {
    await orAborted(
      new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject)),
      AbortSignal.timeout(ms),
    );
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function resolveName(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('Too slow')), { once: true });
    work.then(resolve, reject);
  });
}

function talkOver(socket: Socket): PrinterConnection {
  let said = Buffer.alloc(0);
  let broken: Error | null = null;
  let wake = () => {};
  socket.on('data', (bytes) => {
    said = Buffer.concat([said, Buffer.from(bytes)]);
    wake();
  });
  const end = (error: Error) => {
    broken ??= error;
    wake();
  };
  socket.on('error', end);
  socket.on('end', () => end(new Error('The printer hung up')));
  socket.on('close', () => end(new Error('The connection was lost')));
  return {
    write: (bytes) => void socket.write(bytes),
    said: () => said,
    forget: () => void (said = Buffer.alloc(0)),
    until(done, ms) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle(() => resolve(false)), ms);
        const settle = (how: () => void) => {
          clearTimeout(timer);
          wake = () => {};
          how();
        };
        wake = () => {
          if (done(said)) settle(() => resolve(true));
          else if (broken) settle(() => reject(broken ?? new Error('Lost')));
        };
        wake();
      });
    },
    finish(bytes, ms) {
      return new Promise((resolve) => {
        setTimeout(() => resolve(false), ms).unref();
        socket.once('close', (failed) => resolve(!failed && socket.writableFinished));
        // Not every printer closes the connection; one that resets it does so at once.
        socket.once('finish', () => setTimeout(() => resolve(true), HANG_UP_MS).unref());
        socket.end(bytes);
      });
    },
    destroy: () => void socket.destroy(),
  };
}
