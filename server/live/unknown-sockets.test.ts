import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { countTurns, mostInOneTurn } from '../../tests/support/servers/loop-turns.ts';
import { unknownSockets } from './unknown-sockets.ts';

afterEach(() => {
  vi.useRealTimers();
});

const requestOf = (destroyed = false) =>
  ({ socket: Object.assign(new EventEmitter(), { destroyed }) }) as unknown as IncomingMessage;

it('of many that come at once, at most ten begin in one turn of the event loop', async () => {
  const sockets = unknownSockets(200, () => 'a network');
  const loop = countTurns();
  const turns = await Promise.all(
    Array.from({ length: 200 }, async () => {
      expect(await sockets.mayCome(requestOf())).toBe(true);
      return loop.now();
    }),
  );
  loop.stop();
  expect(mostInOneTurn(turns)).toBe(10);
});

it('the place of one that closed while it waited for its turn goes to the next', async () => {
  vi.useFakeTimers();
  const sockets = unknownSockets(1, () => 'a network');
  const next = vi.fn<(came: boolean) => void>();
  const closed = sockets.mayCome(requestOf(true));
  void sockets.mayCome(requestOf()).then(next);
  await vi.advanceTimersByTimeAsync(1_990);
  expect(await closed).toBe(true);
  expect(next).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(50);
  expect(next).toHaveBeenCalledWith(true);
});
