import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer; at: number };

export type Receiver = {
  url: string;
  received: Received[];
  /** Answers each request; by default with 200. */
  answer: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
};

/** An HTTP server on loopback that keeps what it gets. */
export async function receiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const one = { path, headers, body: Buffer.concat(parts), at: Date.now() };
      all.received.push(one);
      all.answer(response, one);
    });
  });
  await listening(server);
  const all: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: (response) => response.end(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return all;
}

const listening = (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
