import { rename } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writeSecretFile } from './atomic-file.ts';

/** `unreadable`: the file is there and may be good, so it must not be overwritten. `broken`: it was set aside. */
export type Stored<T> = { kind: 'stored'; value: T } | { kind: 'none' | 'broken' | 'unreadable' };

/**
 * Reads a JSON file that an earlier run stored; an invalid one is set aside. What cannot be used is reported, and so is
 * each `doubt` about a part of it, while the rest is used: then the file is copied first.
 */
export async function readStoredFile<T>(
  file: string,
  read: (json: unknown, doubt: (what: string) => void) => T,
  report: (message: string) => void,
): Promise<Stored<T>> {
  const bytes = await readIfThere(file).catch((error: Error) => error);
  if (bytes === null) return { kind: 'none' };
  const name = path.basename(file);
  if (bytes instanceof Error) {
    report(`${name} cannot be read now: ${bytes.message}. Close the till and open it again.`);
    return { kind: 'unreadable' };
  }
  const doubts: string[] = [];
  try {
    const value = read(JSON.parse(bytes.toString('utf8')), (what) => void doubts.push(what));
    if (doubts.length > 0) report(`${doubts.join('\n')}${await copied(file, bytes)}`);
    return { kind: 'stored', value };
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

/** Keeps a copy of a file of which not all is used, and says where. */
async function copied(file: string, bytes: Buffer): Promise<string> {
  const aside = asideOf(file);
  const done = await writeSecretFile(aside, bytes).catch((error: Error) => error);
  return done instanceof Error ? '' : `\nA copy of ${path.basename(file)} is ${path.basename(aside)}.`;
}

const asideOf = (file: string) => `${file}.broken`;

/** Keeps a file that is to be replaced, under another name, which it returns; null if the file is gone. */
export async function setAside(file: string): Promise<string | null> {
  const aside = asideOf(file);
  try {
    await rename(file, aside);
    return aside;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
