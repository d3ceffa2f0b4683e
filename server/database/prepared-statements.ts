import { messages, protocol, types, type PGlite } from '@electric-sql/pglite';
import type { Statement } from './database.ts';

const { serialize } = protocol;
type Column = { name: string; parse: (text: string) => unknown };

/** The statements that are prepared, with the columns they return. */
const prepared = new Map<string, Column[]>();

const asTheyAre = (text: string) => text;
/** Sums are far below 2^53. */
const parsers: Record<number, (text: string) => unknown> = { ...types.parsers, [types.INT8]: Number };

/**
 * Runs a statement over PostgreSQL's own protocol, planned once. PGlite's `query` parses, describes and plans at
 * every call, which is two thirds of the time of the statement that places an order (1,200 against 3,600 a second).
 */
export async function runPrepared(
  db: PGlite,
  { name, sql, parameters }: Statement & { parameters: readonly unknown[] },
): Promise<object[]> {
  const columns = prepared.get(name) ?? (await prepare(db, name, sql));
  const values = parameters.map(asText);
  const request = join(serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync());
  const reply = await db.execProtocol(request);
  return reply.messages
    .filter((message) => message instanceof messages.DataRowMessage)
    .map(({ fields }) =>
      Object.fromEntries(columns.map((column, index) => [column.name, valueOf(column, fields[index])])),
    );
}

async function prepare(db: PGlite, name: string, text: string): Promise<Column[]> {
  const request = join(
    serialize.parse({ name, text }),
    serialize.describe({ type: 'S', name }),
    serialize.sync(),
  );
  const reply = await db.execProtocol(request);
  const description = reply.messages.find((message) => message instanceof messages.RowDescriptionMessage);
  const columns = (description?.fields ?? []).map((field) => ({
    name: field.name,
    parse: parsers[field.dataTypeID] ?? asTheyAre,
  }));
  prepared.set(name, columns);
  return columns;
}

function valueOf({ parse }: Column, text: string | null | undefined): unknown {
  return text === null || text === undefined ? null : parse(text);
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function join(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
