import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** Makes temporary folders, which are removed after the tests of the file. */
export function temporaryFolders(name: string): () => string {
  const folders: string[] = [];
  afterAll(() => {
    for (const made of folders) rmSync(made, { recursive: true, force: true });
  });
  return () => {
    const made = mkdtempSync(path.join(tmpdir(), `servery-${name}-`));
    folders.push(made);
    return made;
  };
}
