import type { OutgoingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** One event; a client that reconnects says the `id` of the last it got. */
export type StreamedEvent<Data> = { id: string; data: Data };

export type EventSink<Data> = {
  send(event: StreamedEvent<Data>): void;
  /** Ends the stream; the client reconnects of its own accord. */
  end(): void;
};

/** A reply that goes on until either side ends it. */
export class EventStream<Data> {
  readonly subscribe: (sink: EventSink<Data>) => () => void;
  readonly leave: () => void;

  /**
   * @param subscribe returns what ends the subscription
   * @param leave gives back the stream's place; called once it is over, or if it never began
   */
  constructor(subscribe: (sink: EventSink<Data>) => () => void, leave: () => void) {
    this.subscribe = subscribe;
    this.leave = leave;
  }
}

/** A reverse proxy that kept events until it had enough of them would make them late. */
export const eventHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** Less than half of the patience of reverse proxies with a silent connection. */
export const BEAT_MS = 15_000;
/** When a client whose stream broke is to reconnect. */
const RECONNECT_MS = 2_000;
/** A stream that nobody ended is ended, so that no client holds one for good. */
const LONGEST_MS = 60 * 60_000;
/** A reader that lets more bytes wait than this does not read, and is cut. One that comes back is told how things stand. */
const MOST_UNREAD = 64 * 1024;

/** Writes each event's data once, however many streams it goes to. */
export function writtenOnce(write: (data: object) => string): (data: object) => string {
  const texts = new WeakMap<object, string>();
  return (data) => {
    const text = texts.get(data) ?? write(data);
    texts.set(data, text);
    return text;
  };
}

/** Answers with the stream. The reply is written by hand: with thousands of readers, each layer between would count. */
export function sendEvents<Data>(
  reply: FastifyReply,
  stream: EventStream<Data>,
  write: (data: Data) => string,
): void {
  reply.headers(eventHeaders).hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  writeEvents(reply.raw, stream, write);
}

/**
 * Writes the stream as server-sent events, as the HTML standard defines them, until either side ends it.
 * @param write one event's data in one line
 */
export function writeEvents<Data>(
  out: Writable,
  stream: EventStream<Data>,
  write: (data: Data) => string,
): void {
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    out.end();
  };
  const tell = (text: string) => {
    if (ended || out.destroyed) return;
    if (out.writableLength > MOST_UNREAD) out.destroy();
    else out.write(text);
  };
  // A comment, which clients skip.
  const beat = setInterval(() => tell(':\n\n'), BEAT_MS).unref();
  const longest = setTimeout(end, LONGEST_MS).unref();
  tell(`retry: ${RECONNECT_MS}\n\n`);
  const unsubscribe = stream.subscribe({
    send: ({ id, data }) => tell(`id: ${id}\ndata: ${write(data)}\n\n`),
    end,
  });
  const over = () => {
    clearInterval(beat);
    clearTimeout(longest);
    unsubscribe();
    stream.leave();
  };
  if (out.destroyed) over();
  else out.once('close', over);
}

export function isEventStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/event-stream');
}
