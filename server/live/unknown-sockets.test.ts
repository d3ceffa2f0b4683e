import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { countTurns, mostInOneTurn } from '../../tests/support/servers/loop-turns.ts';
import { unknownSockets } from './unknown-sockets.ts';

it('of many that come at once, at most ten begin in one turn of the event loop', async () => {
  const sockets = unknownSockets(200, () => 'a network');
  const loop = countTurns();
  const turns = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const request = { socket: Object.assign(new EventEmitter(), { destroyed: false }) };
      expect(await sockets.mayCome(request as unknown as IncomingMessage)).toBe(true);
      return loop.now();
    }),
  );
  loop.stop();
  expect(mostInOneTurn(turns)).toBe(10);
});
