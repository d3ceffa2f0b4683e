import type { ScreenState } from '#shared/api/live.ts';
import { startHeartbeat, type HeartbeatOptions } from './heartbeat.ts';
import { openLiveSocket, type LiveSocketOptions } from './live-socket.ts';
import { PULSE_MS, startPulse, type StopPulse } from './pulse.ts';

export type SellerSocketOptions = LiveSocketOptions &
  Pick<HeartbeatOptions, 'everyMs' | 'answerWithinMs'> & {
    screen: () => ScreenState;
    /** Whether a browser may slow this page's timers down. */
    mayBeThrottled: boolean;
    /** How often it is checked whether a heartbeat is due, in ms. */
    pulseMs?: number;
    /** Called when what is unattended has changed, or may have while no event arrived. */
    onUnattended: () => void;
    /** Called when outlets stopped taking orders or take them again, or may have while no event arrived. */
    onOrdering: () => void;
    /** Called when what the card provider booked was read, or may have been while no event arrived. */
    onBooks: () => void;
  };

/** Listens for the seller's own events, on a screen that watches no outlet. */
export function openSellerSocket(options: SellerSocketOptions): { stop(): void } {
  const { onUnattended, onOrdering, onBooks, onConnection, pulseMs = PULSE_MS } = options;
  const { socket, ...live } = openLiveSocket(options);
  const heartbeat = startHeartbeat({
    ...options,
    socket,
    knownCounts: () => new Map(),
    onAnswer: () => undefined,
    onSilence: live.connectAnew,
  });
  let stopPulse: StopPulse | null = null;

  /** A server that has answered one heartbeat answers the others. */
  function begin(): void {
    heartbeat.begin();
    stopPulse ??= startPulse(pulseMs, heartbeat.beat, options.mayBeThrottled);
  }

  onConnection('connecting');
  socket.on('connect', () => {
    onConnection('connected');
    heartbeat.introduce(begin);
    onUnattended();
    onOrdering();
    onBooks();
  });
  socket.on('disconnect', heartbeat.end);
  socket.on('unattended-update', onUnattended);
  socket.on('ordering-update', onOrdering);
  socket.on('books-update', onBooks);
  return {
    stop() {
      live.stop();
      heartbeat.end();
      stopPulse?.();
    },
  };
}
