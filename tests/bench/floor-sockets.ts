/** Bare socket.io: clients join rooms, and orders are emitted to rooms. With REDIS_URL, with its Redis adapter. */
import { createServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { createClient } from 'redis';
import { Server } from 'socket.io';
import { answers, cpuUsed, memoryHeld } from './bench-process.ts';
import { emitOrders } from './emit-orders.ts';

const redisUrl = process.env['REDIS_URL'];
const redis = redisUrl ? createClient({ url: redisUrl, RESP: 2 }) : null;
await redis?.connect();
const http = createServer();
const io = new Server(http, {
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
  ...(redis && { adapter: createAdapter(redis, { streamName: 'floor' }) }),
});
io.on('connection', (socket) => {
  socket.on('connect-outlet', async (room: string, acknowledge: (reply: object) => void) => {
    await socket.join(room);
    acknowledge({ ok: true, seq: 0 });
  });
  socket.on('heartbeat', (_state: object, acknowledge: (reply: object) => void) =>
    acknowledge({ ok: true, seq: 0, serverTime: new Date().toISOString() }),
  );
});
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  answers(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, {
    memory: memoryHeld,
    cpu: cpuUsed,
    emit: ({ rooms, durationMs }: { rooms: string[]; durationMs: number }) =>
      emitOrders(rooms, durationMs, (room, update) => void io.to(room).emit('order-update', update)),
  });
});
