import { Readable } from 'node:stream';
import type { Route } from '#shared/api/contract.ts';
import { z } from 'zod';

/** A list that is read while it is written, so that it is never in memory as a whole. Its reply is an array. */
export class StreamedList<Item> {
  readonly items: AsyncIterable<Item>;

  constructor(items: AsyncIterable<Item>) {
    this.items = items;
  }
}

/**
 * How many characters of JSON are made before the event loop turns. The last piece may exceed it: a piece is one
 * entry of a list (an order, a category), and none is larger than the largest request, 1 MB.
 */
const TURN_CHARS = 128 * 1024;

/** What the contract says of a reply. */
type Written = Pick<Route, 'reply' | 'large'>;

/**
 * A reply's JSON, checked against its schema and without surplus fields: a string if it is short, otherwise a stream
 * that is made in several turns of the event loop.
 */
export function writeReply({ reply, large }: Written, value: unknown): string | Readable {
  const pieces = piecesOf(reply, value, large);
  let text = '';
  // A for…of loop would close the generator when left early.
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    text += next.value;
    if (text.length > TURN_CHARS) return Readable.from(inTurns(pieces, text));
  }
  return text;
}

/** Like {@link writeReply}, always as one string. */
export async function writeWhole({ reply, large }: Written, value: unknown): Promise<string> {
  let text = '';
  for await (const part of inTurns(piecesOf(reply, value, large))) text += part;
  return text;
}

/** @param check is called with each item before it is written */
export function writeList<Item>(
  { reply }: Written,
  { items }: StreamedList<Item>,
  check: (element: z.ZodType, item: Item) => void,
): Readable {
  const element = listOf(reply);
  async function* parts(): AsyncGenerator<string> {
    if (!element) throw new TypeError('A list was streamed where the contract has none.');
    let before = '[';
    for await (const item of items) {
      check(element, item);
      yield* inTurns(piecesOf(element, item, true), before);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  }
  return Readable.from(parts());
}

async function* inTurns(pieces: Iterable<string>, before = ''): AsyncGenerator<string> {
  let text = before;
  for (const piece of pieces) {
    if (text.length > TURN_CHARS) {
      yield text;
      text = '';
      await turnOfItsOwn();
    }
    text += piece;
  }
  if (text !== '') yield text;
}

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves in a turn of the event loop in which no other reply is written. */
function turnOfItsOwn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}

/** JSON in pieces: the entries of a list, and for a large object the entries of its lists. */
function* piecesOf(schema: z.ZodType, value: unknown, large = false): Generator<string> {
  const entry = Array.isArray(value) ? listOf(schema) : null;
  if (entry && Array.isArray(value)) {
    let before = '[';
    for (const one of value as unknown[]) {
      yield before + JSON.stringify(entry.parse(one));
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (large && schema instanceof z.ZodObject && isRecord(value)) {
    let before = '{';
    for (const [name, part] of Object.entries(schema.shape)) {
      if (value[name] === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* piecesOf(part, value[name], large);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(schema.parse(value));
}

/** The schema of an array's entries, if the schema is an array or a union with one. */
function listOf(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (!(schema instanceof z.ZodUnion)) return null;
  const list = schema.options.find((option) => option instanceof z.ZodArray);
  return list ? (list.element as z.ZodType) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
