import { io, type Socket } from 'socket.io-client';
import { handshakeRefusals } from '#shared/api/live.ts';
import type { Connection } from '../state/outlet-feeds.ts';

export type LiveSocketOptions = {
  /** The origin of the API, where the socket is too. */
  origin: string;
  /** The current access token; read at every connect. */
  accessToken: () => string | null;
  /** A token in place of a stale one; null if the session is over. Rejects if the server cannot be reached. */
  refresh: (stale: string) => Promise<string | null>;
  /** Called on every state change except `connected`; the caller reports that itself. */
  onConnection: (connection: Connection) => void;
  /** How long to wait before a failure is retried, in ms. */
  retryMs?: number | undefined;
};

export type LiveSocket = {
  socket: Socket;
  /** Drops a dead connection, and opens another at once. */
  connectAnew(): void;
  stop(): void;
};

export const RETRY_MS = 3_000;
/** If only a person can make room, the wait doubles up to this many times `retryMs`: a minute. */
const LONGEST_WAIT = 20;
const ATTEMPT_WITHIN_MS = 5_000;

/** Reconnects until the session ends, each time with the current access token. */
export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { onConnection, retryMs = RETRY_MS } = options;
  let stopped = false;
  /** A refreshed token that has not connected yet. */
  let untried: string | null = null;
  let wait: ReturnType<typeof setTimeout> | undefined;
  /** How often in a row the server refused because the account has too many connections. */
  let crowded = 0;

  const socket: Socket = io(options.origin, {
    transports: ['websocket'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    // With packet loss an attempt could hang; the next one may get through.
    timeout: ATTEMPT_WITHIN_MS,
    // A function, so that a reconnect sends the token of that moment.
    auth: (send) => send({ token: options.accessToken() }),
    forceNew: true,
  });

  socket.on('connect', () => {
    untried = null;
    crowded = 0;
  });
  socket.on('disconnect', (reason) => {
    onConnection('disconnected');
    // The server closed it, for instance because the token expired; then the client does not reconnect automatically.
    if (reason === 'io server disconnect') socket.connect();
  });
  socket.on('connect_error', (error) => void refused(error.message));
  socket.io.on('reconnect_attempt', () => onConnection('connecting'));

  async function refused(reason: string): Promise<void> {
    if (reason === handshakeRefusals.account) return onConnection('error');
    if (reason === handshakeRefusals.crowded) {
      onConnection('crowded');
      return connectLater(retryMs * Math.min(LONGEST_WAIT, 2 ** crowded++));
    }
    const stale = options.accessToken();
    // A server that refuses a fresh token will refuse the next as well, so not at once again.
    const mayRefresh = reason === handshakeRefusals.token && stale !== untried;
    onConnection(mayRefresh ? 'connecting' : 'error');
    // socket.io retries if nothing answered, but treats the server's refusal as final.
    if (socket.active) return;
    if (!mayRefresh) return connectLater();
    try {
      const token = stale === null ? null : await options.refresh(stale);
      if (token === null) return;
      untried = token;
      if (!stopped) socket.connect();
    } catch {
      connectLater();
    }
  }

  function connectLater(inMs = retryMs): void {
    // Another attempt may have failed meanwhile, and waits already.
    clearTimeout(wait);
    if (!stopped) wait = setTimeout(() => socket.connect(), inMs);
  }

  return {
    socket,
    connectAnew() {
      clearTimeout(wait);
      socket.disconnect();
      socket.connect();
    },
    stop() {
      stopped = true;
      clearTimeout(wait);
      socket.removeAllListeners();
      socket.io.removeAllListeners();
      socket.disconnect();
    },
  };
}
