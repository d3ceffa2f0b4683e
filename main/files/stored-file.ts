import { rename } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from './atomic-file.ts';

export type Stored<T> = { kind: 'stored'; value: T } | { kind: 'none' } | { kind: 'broken' };

/** Reads a JSON file that an earlier run stored; an invalid one is set aside and reported. */
export async function readStoredFile<T>(
  file: string,
  read: (json: unknown) => T,
  report: (message: string) => void,
): Promise<Stored<T>> {
  const bytes = await readIfThere(file).catch(() => Buffer.alloc(0));
  if (bytes === null) return { kind: 'none' };
  try {
    return { kind: 'stored', value: read(JSON.parse(bytes.toString('utf8'))) };
  } catch {
    const aside = `${file}.broken`;
    await rename(file, aside).catch(() => undefined);
    report(`${path.basename(file)} could not be read. It was set aside as ${path.basename(aside)}.`);
    return { kind: 'broken' };
  }
}
