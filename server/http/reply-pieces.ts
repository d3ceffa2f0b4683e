import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Route } from '#shared/api/contract.ts';
import { z } from 'zod';
import { spareTurns } from '../limits/spare-turns.ts';
import type { WrittenEntries } from './shared-reply.ts';

/** A list that is read while it is written, so that it is never in memory as a whole. Its reply is an array. */
export class StreamedList<Item> {
  readonly items: AsyncIterable<Item>;

  constructor(items: AsyncIterable<Item>) {
    this.items = items;
  }
}

/** How many characters of JSON may be made at once for any reply. The last piece may exceed it. */
const SHORT_CHARS = 128 * 1024;
/** The same for each further turn of a long reply. */
const TURN_CHARS = 32 * 1024;
/** The depth of lists whose entries are the pieces of a large reply: a menu's categories, and their items. */
const LISTS_OF_LARGE = 2;

/** What the contract says of a reply. */
type Written = Pick<Route, 'reply' | 'large' | 'urgent'>;

/** A long reply takes these turns, so that short ones do not wait for it. */
const spare = spareTurns();
/** An urgent one waits only for what has arrived meanwhile: behind others, a busy board would not get its orders. */
const urgently: typeof spare = {
  async run(_reader, work) {
    await setImmediate();
    return work();
  },
};
const turnsOf = ({ urgent }: Written) => (urgent ? urgently : spare);

/**
 * A reply's JSON, checked against its schema and without surplus fields: a string if it is short, otherwise a stream
 * that is made in spare turns.
 * @param reader the account or network whose turn it takes
 */
export function writeReply(route: Written, value: unknown, reader: string): string | Readable {
  const pieces = piecesOf(route.reply, value, listsOf(value, route.large));
  const text = fill(pieces, SHORT_CHARS);
  return text.length > SHORT_CHARS ? Readable.from(inTurns(route, pieces, reader, text)) : text;
}

/**
 * Like {@link writeReply}, always as one string.
 * @param written the entries of a list that were written before, and from now on these as well
 */
export async function writeWhole(
  route: Written,
  value: unknown,
  reader: string,
  written: WrittenEntries | null = null,
): Promise<string> {
  const pieces = piecesOf(route.reply, value, listsOf(value, route.large), written);
  let text = '';
  for await (const part of inTurns(route, pieces, reader)) text += part;
  return text;
}

/** @param check is called with each item before it is written */
export function writeList<Item>(
  route: Written,
  { items }: StreamedList<Item>,
  check: (element: z.ZodType, item: Item) => void,
  reader: string,
): Readable {
  const element = listOf(route.reply);
  async function* parts(): AsyncGenerator<string> {
    if (!element) throw new TypeError('A list was streamed where the contract has none.');
    let before = '[';
    for await (const item of items) {
      check(element, item);
      yield* inTurns(route, piecesOf(element, item, LISTS_OF_LARGE), reader, before);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  }
  return Readable.from(parts());
}

/** Bytes that are sent in turns if they are many. A turn lasts until its part has been written, which is its work. */
export function sendWritten(route: Written, bytes: Buffer, reader: string): Buffer | Readable {
  if (bytes.length <= SHORT_CHARS) return bytes;
  let at = 0;
  return new Readable({
    highWaterMark: SHORT_CHARS,
    read() {
      void turnsOf(route).run(reader, async () => {
        if (this.destroyed) return;
        this.push(at < bytes.length ? bytes.subarray(at, (at += SHORT_CHARS)) : null);
        await setImmediate();
      });
    },
  });
}

async function* inTurns(
  route: Written,
  pieces: Iterator<string>,
  reader: string,
  before = '',
): AsyncGenerator<string> {
  yield before + (await nextTurn());
  for (let text = await nextTurn(); text !== ''; text = await nextTurn()) yield text;

  function nextTurn(): Promise<string> {
    return turnsOf(route).run(reader, async () => fill(pieces, TURN_CHARS));
  }
}

function listsOf(value: unknown, large = false): number {
  if (large) return LISTS_OF_LARGE;
  return Array.isArray(value) ? 1 : 0;
}

/**
 * Joins pieces until they exceed `most` characters or end. All at once: a text that is added to bit by bit is copied when
 * it is sent, and V8 keeps that copy long after.
 */
function fill(pieces: Iterator<string>, most: number): string {
  const filled: string[] = [];
  let length = 0;
  // A for…of loop would close the generator when left early.
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    filled.push(next.value);
    length += next.value.length;
    if (length > most) break;
  }
  return filled.join('');
}

/**
 * JSON in pieces.
 * @param lists the depth of lists whose entries are separate pieces
 */
function* piecesOf(
  schema: z.ZodType,
  value: unknown,
  lists: number,
  written: WrittenEntries | null = null,
): Generator<string> {
  const entry = Array.isArray(value) ? listOf(schema) : null;
  if (entry && Array.isArray(value) && lists > 0) {
    let before = '[';
    for (const one of value as unknown[]) {
      yield before;
      if (written && isRecord(one)) yield textOf(entry, one, written);
      else yield* piecesOf(entry, one, lists - 1);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (lists > 0 && schema instanceof z.ZodObject && isRecord(value)) {
    let before = '{';
    for (const [name, part] of Object.entries(schema.shape)) {
      if (value[name] === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* piecesOf(part, value[name], lists);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield JSON.stringify(schema.parse(value));
}

function textOf(schema: z.ZodType, entry: object, written: WrittenEntries): string {
  const known = written.get(entry);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema.parse(entry));
  written.set(entry, text);
  return text;
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
