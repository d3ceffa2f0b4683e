import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a server that loses one answer. */
export type LosingProxy = {
  origin: string;
  /** Starts counting answers anew, and loses the `number`th, from 1. */
  lose(number: number): void;
  /** The lost answer, as `METHOD /path status`; null if none was lost. */
  lost(): string | null;
  stop(): Promise<void>;
};

/**
 * Passes everything on to the server at `origin`. The server did give the answer that is lost: the connection breaks
 * after its first half, or before its first byte if its number is even.
 *
 * @param onLost called when an answer is lost, before its client notices
 */
export async function losingProxy(origin: string, onLost: () => void): Promise<LosingProxy> {
  let answers = 0;
  let loses = 0;
  let lost: string | null = null;

  const proxy = createServer((asked, reply) => {
    const { 'content-type': type, ...headers } = asked.headers;
    // In Node, unlike in a page, axios sends a content type without a body.
    const typed = type && headers['content-length'] !== '0' ? { ...headers, 'content-type': type } : headers;
    const passed = request(origin + asked.url, { method: asked.method, headers: typed }, (answer) => {
      void readWhole(answer).then((body) => {
        answers += 1;
        if (answers !== loses) return reply.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
        lost = `${asked.method} ${asked.url} ${answer.statusCode}`;
        onLost();
        return breakOff(reply, answer, answers % 2 === 0 ? null : body);
      });
    });
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    lose(number) {
      answers = 0;
      loses = number;
      lost = null;
    },
    lost: () => lost,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

async function readWhole(answer: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await answer.toArray());
}

function breakOff(reply: ServerResponse, answer: IncomingMessage, body: Buffer | null): void {
  if (body === null) return void reply.socket?.destroy();
  reply.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': body.length });
  reply.write(body.subarray(0, body.length / 2), () => reply.socket?.destroy());
}
