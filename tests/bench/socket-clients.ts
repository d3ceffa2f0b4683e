/** Thousands of tills' sockets; measures how long after its emit each order reached them. */
import pLimit from 'p-limit';
import { io, type Socket } from 'socket.io-client';
import { HEARTBEAT_MS, type OrderUpdate, type ScreenState } from '#shared/api/live.ts';
import { answers, sharedNow } from './bench-process.ts';
import { quantile } from './measure.ts';

export type Till = { origin: string; token: string; room: string };
export type Heard = { count: number; p50: number; p99: number };

const AT_ONCE = 64;
let latenciesMs: number[] = [];
const sockets: Socket[] = [];

function open({ origin, token, room }: Till): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = io(origin, {
      transports: ['websocket'],
      auth: { token },
      forceNew: true,
      reconnection: false,
    });
    sockets.push(socket);
    socket.on('order-update', ({ order }: OrderUpdate) => latenciesMs.push(sharedNow() - Number(order.note)));
    socket.on('connect_error', reject);
    socket.on('connect', () =>
      socket.emit('connect-outlet', room, (reply: { ok: boolean }) =>
        reply.ok ? resolve() : reject(new Error(`${room} was refused`)),
      ),
    );
  });
}

answers('', {
  async open(tills: Till[]) {
    const opening = pLimit(AT_ONCE);
    await Promise.all(tills.map((till) => opening(() => open(till))));
  },
  /** Every socket sends heartbeats as a page does, evenly spread; measures how long the answers took. */
  async beat({ durationMs }: { durationMs: number }): Promise<Heard> {
    const took: number[] = [];
    const timers: NodeJS.Timeout[] = [];
    const beat = (socket: Socket, state: ScreenState) => {
      const asked = performance.now();
      socket.emit('heartbeat', state, () => took.push(performance.now() - asked));
    };
    for (const [index, socket] of sockets.entries()) {
      const state = { screenId: `screen-${index}`, screenName: `Till ${index}`, silent: null };
      const begin = () => {
        beat(socket, state);
        timers.push(setInterval(beat, HEARTBEAT_MS, socket, state));
      };
      timers.push(setTimeout(begin, (index / sockets.length) * HEARTBEAT_MS));
    }
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    for (const timer of timers) clearTimeout(timer);
    return { count: took.length, p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
  },
  /** The orders that arrived since the last call, once as many as expected have come or none has for a while. */
  async heard({ expected }: { expected: number }): Promise<Heard> {
    for (let before = -1; latenciesMs.length < expected && before < latenciesMs.length;) {
      before = latenciesMs.length;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    const [heard] = [latenciesMs];
    latenciesMs = [];
    return { count: heard.length, p50: quantile(heard, 0.5), p99: quantile(heard, 0.99) };
  },
});
