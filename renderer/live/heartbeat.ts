import type { Socket } from 'socket.io-client';
import { HEARTBEAT_MS, type HeartbeatReply, type ScreenState } from '#shared/api/live.ts';

export type HeartbeatOptions = {
  socket: Socket;
  screen: () => ScreenState;
  onAnswer: (reply: HeartbeatReply) => void;
  /** Nobody answered in time: the connection carries nothing. */
  onSilence: () => void;
  everyMs?: number | undefined;
  /** How long an answer may take, in ms. */
  answerWithinMs?: number | undefined;
};

const ANSWER_WITHIN_MS = 5_000;
/** Shorter: whoever has just woken a computer looks at it. */
const ANSWER_WITHIN_MS_AFTER_WAKING = 2_000;

/** Asks the server again and again whether the connection carries, for as long as it is there. */
export function startHeartbeat(options: HeartbeatOptions) {
  const { socket, screen, onAnswer, onSilence } = options;
  const { everyMs = HEARTBEAT_MS, answerWithinMs = ANSWER_WITHIN_MS } = options;
  let running = false;
  let question = 0;
  let askedAt = -Infinity;
  let deadline = Infinity;

  function ask(withinMs: number): void {
    question += 1;
    const asked = question;
    askedAt = performance.now();
    deadline = askedAt + withinMs;
    socket.emit('heartbeat', screen(), (reply: HeartbeatReply) => {
      if (asked !== question || !running) return;
      deadline = Infinity;
      onAnswer(reply);
    });
  }

  return {
    /** Says what this screen is, on a connection of which it is not known yet whether its server answers. */
    introduce: () => void socket.emit('heartbeat', screen(), () => undefined),
    /** The server has said that it answers. */
    begin(): void {
      running = true;
      askedAt = performance.now();
      deadline = Infinity;
    },
    end(): void {
      running = false;
    },
    /** To be called often; deadlines are looked at here and not by timers, which stop while a computer sleeps. */
    beat(): void {
      if (!running) return;
      const now = performance.now();
      if (now >= deadline) {
        deadline = Infinity;
        onSilence();
      } else if (deadline === Infinity && now - askedAt >= everyMs) ask(answerWithinMs);
    },
    /** The computer or the network is back: the answer must come soon. False where this server answers none. */
    askAtOnce(): boolean {
      if (running) ask(Math.min(ANSWER_WITHIN_MS_AFTER_WAKING, answerWithinMs));
      return running;
    },
  };
}
