import type { Socket } from 'socket.io-client';
import type { ConnectOutletReply } from '#shared/api/live.ts';

export type OutletNamingOptions = {
  socket: Socket;
  outletId: string;
  onReply: (reply: ConnectOutletReply) => void;
  /** The server has not answered yet; other servers never do. */
  onNoReply: () => void;
  /** How long until the outlet is named once more, in ms. */
  acknowledgeMs: number;
  /** How long until the list is read without the answer, in ms. */
  patienceMs: number;
};

/** After this many unanswered attempts the server is assumed never to acknowledge. */
const MOST_TRIES = 4;

/** Names the outlet that this screen watches, on each connection, until the server has answered. */
export function outletNaming(options: OutletNamingOptions) {
  const { socket, outletId, onReply, onNoReply, acknowledgeMs, patienceMs } = options;
  /** `assumed`: not answered, but treated as watched. */
  let state: 'named' | 'assumed' | 'watched' | 'unavailable' | 'refused' = 'named';
  let namedAt = 0;
  let tries = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function name(): void {
    namedAt = Date.now();
    tries += 1;
    const { id } = socket;
    socket.emit('connect-outlet', outletId, (reply: ConnectOutletReply | null) => {
      // A late answer counts, if it is about this connection.
      if (socket.id !== id || typeof reply !== 'object' || !reply || !('ok' in reply)) return;
      clearTimeout(patience);
      if (reply.ok) state = 'watched';
      // A missing outlet will not appear later; a busy server will recover.
      else state = reply.error === 'NOT_FOUND' ? 'refused' : 'unavailable';
      onReply(reply);
    });
  }

  function waitForReply(): void {
    clearTimeout(patience);
    patience = setTimeout(() => {
      if (socket.connected && state === 'named') state = 'assumed';
      onNoReply();
    }, patienceMs);
  }

  waitForReply();
  return {
    state: () => state,
    /** Call this on each new connection. */
    begin(): void {
      state = 'named';
      tries = 0;
      name();
      waitForReply();
    },
    /** Call this often. */
    beat(): void {
      const unanswered = (state === 'named' || state === 'assumed') && tries < MOST_TRIES;
      const due = Date.now() - namedAt >= acknowledgeMs;
      if (socket.connected && due && (unanswered || state === 'unavailable')) name();
    },
    stop: () => clearTimeout(patience),
  };
}
