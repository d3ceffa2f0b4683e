import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kept = globalThis as { pgliteCode?: WebAssembly.Module };

/**
 * Node shares compiled code among the threads of a process while any of them holds it. Held here, PGlite's is there
 * for each database of each file of this process.
 */
kept.pgliteCode ??= await WebAssembly.compile(
  readFileSync(fileURLToPath(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite')))),
);
