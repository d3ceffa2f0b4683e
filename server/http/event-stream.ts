import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** One event; a client that reconnects says the `id` of the last it got. */
export type StreamedEvent<Data> = { id: string; data: Data };

export type EventSink<Data> = {
  send(event: StreamedEvent<Data>): void;
  /** Ends the stream; the client reconnects of its own accord. */
  end(): void;
};

/** A reply that goes on until either side ends it. `subscribe` returns what ends the subscription. */
export class EventStream<Data> {
  readonly subscribe: (sink: EventSink<Data>) => () => void;

  constructor(subscribe: (sink: EventSink<Data>) => () => void) {
    this.subscribe = subscribe;
  }
}

/** Shorter than the patience of reverse proxies with a silent connection. */
const BEAT_MS = 15_000;
/** When a client whose stream broke is to reconnect. */
const RECONNECT_MS = 2_000;
/** A stream that nobody ended is ended, so that no client holds one for good. */
const LONGEST_MS = 60 * 60_000;

/**
 * The stream as the bytes of server-sent events, as the HTML standard defines them.
 * @param write one event's data in one line
 */
export function readEvents<Data>(stream: EventStream<Data>, write: (data: Data) => string): Readable {
  let leave = (): void => undefined;
  const out = new Readable({
    read() {},
    destroy(error, done) {
      clearInterval(beat);
      clearTimeout(longest);
      leave();
      done(error);
    },
  });
  const end = () => {
    if (!out.readableEnded && !out.destroyed) out.push(null);
  };
  // A comment, which clients skip.
  const beat = setInterval(() => out.push(':\n\n'), BEAT_MS).unref();
  const longest = setTimeout(end, LONGEST_MS).unref();
  out.push(`retry: ${RECONNECT_MS}\n\n`);
  leave = stream.subscribe({
    send: ({ id, data }) => void out.push(`id: ${id}\ndata: ${write(data)}\n\n`),
    end,
  });
  return out;
}

export function isEventStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/event-stream');
}
