import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { spareTurns } from '../../limits/spare-turns.ts';

const brotli = promisify(brotliCompress);
/** Good enough for a page that is compressed once and sent often, and quick enough for one that is not. */
const QUALITY = 5;
/** The most bytes of pages that are remembered: some hundred menus, or all tables of a few large houses. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The rest after a page was drawn: the largest takes the server some 25 ms, in which nobody else is served. */
const RESTS = 7;

/** A page as it goes out. */
export type Written = { plain: Buffer; compressed: Buffer; etag: string };

export type Drawing = {
  /** What page it is, of which outlet, at which table. */
  name: string;
  /** What it is made of: while that is the same object, so is the page. */
  reply: object;
  draw: () => string;
  /** The network whose turn it takes. */
  reader: string;
};

type Kept = { of: number; written: Written };

/**
 * Pages that are drawn and compressed once, until what they are made of changes. There may be a page for each table of
 * each outlet, so only so many bytes of them are remembered; and they are drawn in spare turns, so that whoever asks for
 * page after page leaves most of the server's time to others.
 */
export function writtenPages(mostBytes = MOST_BYTES): (drawing: Drawing) => Promise<Written> {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ written: { plain, compressed } }) => plain.length + compressed.length,
  });
  const underWay = new Map<string, Promise<Written>>();
  const spare = spareTurns(RESTS);
  const numberOf = numbers();

  return async function written({ name, reply, draw, reader }) {
    const of = numberOf(reply);
    const known = () => {
      const found = kept.get(name);
      return found?.of === of ? found.written : null;
    };
    const drawn = known();
    if (drawn) return drawn;
    // Each network waits in its own line, where nothing but its own pages is before this one.
    const key = `${reader} ${of} ${name}`;
    const drawing = underWay.get(key) ?? spare.run(reader, async () => known() ?? write(draw()));
    underWay.set(key, drawing);
    try {
      const page = await drawing;
      kept.set(name, { of, written: page });
      return page;
    } finally {
      underWay.delete(key);
    }
  };
}

/** A number for each object, so that a page that is remembered keeps no menu in memory. */
function numbers(): (reply: object) => number {
  const known = new WeakMap<object, number>();
  let last = 0;
  return (reply) => {
    const number = known.get(reply) ?? (last += 1);
    known.set(reply, number);
    return number;
  };
}

async function write(page: string): Promise<Written> {
  // A long page took its drawer as long as others should wait in one turn of the event loop.
  await setImmediate();
  const plain = Buffer.from(page);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  const compressed = await brotli(plain, { params });
  const etag = `"${createHash('sha256').update(compressed).digest('base64url').slice(0, 22)}"`;
  return { plain, compressed, etag };
}
