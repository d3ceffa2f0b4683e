import { io, type Socket } from 'socket.io-client';
import { handshakeRefusals } from '#shared/live.ts';
import type { Connection } from './orders-slice.ts';

export type LiveSocketOptions = {
  /** The origin of the API; the socket is on the same host. */
  origin: string;
  /** The access token as it is now; asked at every connect. */
  accessToken: () => string | null;
  /** A token in place of a stale one; null where the session is over. Rejects where nobody can be reached. */
  refresh: (stale: string) => Promise<string | null>;
  /** Told of everything but `connected`, which is for whoever uses the socket to say. */
  onConnection: (connection: Connection) => void;
  /** How long to wait before trying again what failed, in ms. */
  retryMs?: number | undefined;
};

export type LiveSocket = { socket: Socket; stop(): void };

export const RETRY_MS = 3_000;

/** A socket that comes back by itself, with the token of then, for as long as the session lasts (D31). */
export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { onConnection, retryMs = RETRY_MS } = options;
  let stopped = false;
  /** A token that came from a refresh and has not connected yet. */
  let untried: string | null = null;
  let wait: ReturnType<typeof setTimeout> | undefined;

  const socket: Socket = io(options.origin, {
    transports: ['websocket'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
    // A function: a reconnect must send the token of then, not of now.
    auth: (send) => send({ token: options.accessToken() }),
    forceNew: true,
  });

  socket.on('connect', () => {
    untried = null;
  });
  socket.on('disconnect', (reason) => {
    onConnection('disconnected');
    // The server closed it, for instance because the token ended; the client does not come back by itself then.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', (error) => void refused(error.message));
  socket.io.on('reconnect_attempt', () => onConnection('connecting'));
  onConnection('connecting');

  async function refused(reason: string): Promise<void> {
    if (reason === handshakeRefusals.account) return onConnection('error');
    onConnection(socket.active ? 'disconnected' : 'connecting');
    // socket.io goes on by itself where nothing answered; a refusal by the server it takes as final.
    if (socket.active) return;
    const stale = options.accessToken();
    // A server that refuses a fresh token will refuse the next as well: not at once again.
    if (reason !== handshakeRefusals.token || stale === untried) return connectLater();
    try {
      const token = stale === null ? null : await options.refresh(stale);
      if (token === null) return;
      untried = token;
      if (!stopped) socket.connect();
    } catch {
      connectLater();
    }
  }

  function connectLater(): void {
    if (!stopped) wait = setTimeout(() => socket.connect(), retryMs);
  }

  return {
    socket,
    stop() {
      stopped = true;
      clearTimeout(wait);
      socket.removeAllListeners();
      socket.io.removeAllListeners();
      socket.disconnect();
    },
  };
}
