import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answers } from './bench-process.ts';
import { openPgliteFloor } from './floor-pglite.ts';

/** The floor of the memory benchmark: a process that only stores orders in PGlite. */
const folder = mkdtempSync(path.join(tmpdir(), 'servery-floor-'));
process.once('disconnect', () => rmSync(folder, { recursive: true, force: true }));
const floor = await openPgliteFloor(path.join(folder, 'pglite'));

answers('', { pid: () => process.pid, order: (caller: number) => floor.order(caller) });
