import type { Socket } from 'socket.io-client';
import { HEARTBEAT_MS, type HeartbeatReply, type ScreenState } from '#shared/api/live.ts';

/** By outlet. */
export type KnownCounts = ReadonlyMap<string, number>;

export type HeartbeatOptions = {
  socket: Socket;
  screen: () => ScreenState;
  /** Each outlet's count of changes that the server is known to have. */
  knownCounts: () => KnownCounts;
  /** @param knownWhenAsked the counts when this answer was asked for */
  onAnswer: (reply: HeartbeatReply, knownWhenAsked: KnownCounts) => void;
  /** Called when no answer came in time: the connection is dead. */
  onSilence: () => void;
  everyMs?: number | undefined;
  /** How long an answer may take, in ms. */
  answerWithinMs?: number | undefined;
};

const ANSWER_WITHIN_MS = 5_000;
/** Shorter, because a person who has just woken a computer is looking at it. */
const ANSWER_WITHIN_MS_AFTER_WAKING = 2_000;

/** Sends heartbeats while the connection lasts, to check that it works. */
export function startHeartbeat(options: HeartbeatOptions) {
  const { socket, screen, knownCounts, onAnswer, onSilence } = options;
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
    const known = knownCounts();
    socket.emit('heartbeat', screen(), (reply: HeartbeatReply) => {
      if (asked !== question || !running) return;
      deadline = Infinity;
      onAnswer(reply, known);
    });
  }

  return {
    /** Reports this screen's state on a connection whose server may not answer heartbeats; `answered` once it does. */
    introduce: (answered: () => void = () => undefined) => void socket.emit('heartbeat', screen(), answered),
    /** The server has said that it answers heartbeats. */
    begin(): void {
      running = true;
      askedAt = performance.now();
      deadline = Infinity;
    },
    end(): void {
      running = false;
    },
    /** Call this often: deadlines are checked here and not by timers, which stop while a computer sleeps. */
    beat(): void {
      if (!running) return;
      const now = performance.now();
      if (now >= deadline) {
        deadline = Infinity;
        onSilence();
      } else if (deadline === Infinity && now - askedAt >= everyMs) ask(answerWithinMs);
    },
    /** The computer or the network is back: the answer must come soon. False if this server answers no heartbeats. */
    askAtOnce(): boolean {
      if (running) ask(Math.min(ANSWER_WITHIN_MS_AFTER_WAKING, answerWithinMs));
      return running;
    },
  };
}
