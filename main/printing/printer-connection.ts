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
 * A connection for one job. A host name must resolve to a private address at this moment, whatever it was when the
 * printer was set up. Rejects after `ms` at the latest, however slow the name or the printer is.
 */
export async function connectTo({ host, port }: Address, ms: number): Promise<PrinterConnection> {
  const signal = AbortSignal.timeout(ms);
  const address = isIP(host) ? host : await orAborted(resolveName(host), signal);
  if (!isPrivateAddress(address)) throw new Error('Not in this network');
  const socket = connect({ host: address, port, noDelay: true });
  try {
    await orAborted(
      new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject)),
      signal,
    );
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return talkOver(socket);
}

async function resolveName(host: string): Promise<string> {
  const { address } = await lookup(host);
  return address;
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
