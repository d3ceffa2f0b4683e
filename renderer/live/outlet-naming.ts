import type { Socket } from 'socket.io-client';
import type { ConnectOutletReply, ConnectOutletsReply } from '#shared/api/live.ts';
import type { KnownCounts } from './heartbeat.ts';

/** The answer to either event; `seqs` by outlet. */
export type NamedReply =
  | (Omit<ConnectOutletReply & { ok: true }, 'ok' | 'seq'> & { ok: true; seqs: Record<string, number> })
  | { ok: false; error: string };

export type OutletNamingOptions = {
  socket: Socket;
  outletIds: readonly string[];
  /** Each outlet's count of changes that the server is known to have. */
  knownCounts: () => KnownCounts;
  /** @param knownWhenAsked the counts when this answer was asked for */
  onReply: (reply: NamedReply, knownWhenAsked: KnownCounts) => void;
  /** The server has not answered yet; other servers never do. */
  onNoReply: () => void;
  /** How long until they are named once more, in ms. */
  acknowledgeMs: number;
  /** How long until the list is read without the answer, in ms. */
  patienceMs: number;
};

/** After this many unanswered attempts the server is assumed never to acknowledge. */
const MOST_TRIES = 4;

/**
 * Names the outlets that this screen watches, on each connection, until the server has answered. Without an answer one
 * outlet may be watched all the same; several are not.
 */
export function outletNaming(options: OutletNamingOptions) {
  const { socket, outletIds, knownCounts, onReply, onNoReply, acknowledgeMs, patienceMs } = options;
  const several = outletIds.length > 1;
  /** `assumed`: not answered, but treated as watched. */
  let state: 'named' | 'assumed' | 'watched' | 'unavailable' | 'refused' = 'named';
  let namedAt = 0;
  let tries = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function name(): void {
    namedAt = Date.now();
    tries += 1;
    const { id } = socket;
    const known = knownCounts();
    const [only = ''] = outletIds;
    const answer = (reply: ConnectOutletReply | ConnectOutletsReply | null) => {
      // A late answer counts, if it is about this connection.
      if (socket.id !== id || typeof reply !== 'object' || !reply || !('ok' in reply)) return;
      clearTimeout(patience);
      if (reply.ok) state = 'watched';
      // A missing outlet will not appear later; a busy server will recover.
      else state = reply.error === 'NOT_FOUND' ? 'refused' : 'unavailable';
      onReply(readReply(reply, only), known);
    };
    if (several) socket.emit('connect-outlets', outletIds, answer);
    else socket.emit('connect-outlet', only, answer);
  }

  function waitForReply(): void {
    clearTimeout(patience);
    patience = setTimeout(() => {
      if (socket.connected && state === 'named' && !several) state = 'assumed';
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
      const unanswered = (state === 'named' || state === 'assumed') && (several || tries < MOST_TRIES);
      // How long ago is unknown if the clock was set back since.
      const age = Date.now() - namedAt;
      const due = age < 0 || age >= acknowledgeMs;
      if (socket.connected && due && (unanswered || state === 'unavailable')) name();
    },
    stop: () => clearTimeout(patience),
  };
}

function readReply(reply: ConnectOutletReply | ConnectOutletsReply, only: string): NamedReply {
  if (!reply.ok) return reply;
  if (!('outlets' in reply)) return { ...reply, seqs: { [only]: reply.seq } };
  const seqs = Object.fromEntries(reply.outlets.map(({ outletId, seq }) => [outletId, seq]));
  return { ...reply, several: true, seqs };
}
