import { rename } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from './atomic-file.ts';

/** `unreadable`: the file is there and may be good, so it must not be overwritten. `broken`: it was set aside. */
export type Stored<T> = { kind: 'stored'; value: T } | { kind: 'none' | 'broken' | 'unreadable' };

/** Reads a JSON file that an earlier run stored; an invalid one is set aside. What cannot be used is reported. */
export async function readStoredFile<T>(
  file: string,
  read: (json: unknown) => T,
  report: (message: string) => void,
): Promise<Stored<T>> {
  const bytes = await readIfThere(file).catch((error: Error) => error);
  if (bytes === null) return { kind: 'none' };
  const name = path.basename(file);
  if (bytes instanceof Error) {
    report(`${name} cannot be read now: ${bytes.message}. Close the till and open it again.`);
    return { kind: 'unreadable' };
  }
  try {
    return { kind: 'stored', value: read(JSON.parse(bytes.toString('utf8'))) };
  } catch {
    const aside = await setAside(file).catch(() => null);
    report(
      `${name} could not be read.${aside === null ? '' : ` It was set aside as ${path.basename(aside)}.`}`,
    );
    return { kind: 'broken' };
  }
}

/** Reads a file again that was `unreadable`. One that still is gives way to what comes after it: it is set aside. */
export async function readOrSetAside<T>(...[file, read, report]: Parameters<typeof readStoredFile<T>>) {
  const again = await readStoredFile(file, read, report);
  const aside = again.kind === 'unreadable' ? await setAside(file) : null;
  if (aside !== null) report(`${file} was set aside as ${path.basename(aside)}.`);
  return again;
}

/** Keeps a file that is to be replaced, under another name, which it returns; null if the file is gone. */
export async function setAside(file: string): Promise<string | null> {
  const aside = `${file}.broken`;
  try {
    await rename(file, aside);
    return aside;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
