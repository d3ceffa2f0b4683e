/**
 * Preloaded into a server (`node --import`). Records each change that the process makes below `DATA_DIR`, and each
 * sync, in the file `DISK_JOURNAL`, which `power-cut.ts` reads. With `DISK_NEVER_SYNCS=1` syncs only pretend to have
 * happened.
 *
 * Other ways of writing than the calls below (Node's promises, SQLite's lock) count as never synced.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/** `at` and `bytes` are base64; names are relative to the data folder; `fd` is the process's. */
export type DiskChange =
  | { kind: 'open'; fd: number; name: string; flags: number }
  | { kind: 'close'; fd: number }
  | { kind: 'write'; fd: number; at: number; bytes: string }
  | { kind: 'resize'; fd: number; size: number }
  | { kind: 'resize-name'; name: string; size: number }
  | { kind: 'file'; name: string; bytes: string }
  | { kind: 'rename'; name: string; to: string }
  | { kind: 'remove'; name: string }
  | { kind: 'folder'; name: string }
  | { kind: 'sync'; fd: number };

const { DATA_DIR: folder, DISK_JOURNAL: journal, DISK_NEVER_SYNCS: neverSyncs } = process.env;
if (folder && journal) record(path.resolve(folder), journal);

function record(root: string, journalFile: string): void {
  const real = { ...fs };
  const out = real.openSync(journalFile, 'a');
  const opened = new Set<number>();
  const note = (change: DiskChange) => void real.writeSync(out, `${JSON.stringify(change)}\n`);
  const nameOf = (file: fs.PathLike): string | null => {
    const name = path.relative(root, path.resolve(String(file)));
    return name.startsWith('..') ? null : name;
  };

  Object.assign(fs, {
    openSync(file: fs.PathLike, flags: string | number = 'r', mode?: fs.Mode) {
      const fd = real.openSync(file, flags, mode);
      const name = nameOf(file);
      if (name === null) return fd;
      opened.add(fd);
      note({ kind: 'open', fd, name, flags: flagsOf(flags) });
      return fd;
    },
    closeSync(fd: number) {
      real.closeSync(fd);
      if (opened.delete(fd)) note({ kind: 'close', fd });
    },
    writeSync(fd: number, data: NodeJS.ArrayBufferView, from: number, length: number, at: number) {
      const written = real.writeSync(fd, data, from, length, at);
      if (opened.has(fd))
        note({
          kind: 'write',
          fd,
          at,
          bytes: Buffer.from(data.buffer, data.byteOffset + from, written).toString('base64'),
        });
      return written;
    },
    ftruncateSync(fd: number, size = 0) {
      real.ftruncateSync(fd, size);
      if (opened.has(fd)) note({ kind: 'resize', fd, size });
    },
    truncateSync(file: fs.PathLike, size = 0) {
      real.truncateSync(file, size);
      const name = nameOf(file);
      if (name !== null) note({ kind: 'resize-name', name, size });
    },
    writeFileSync(file: fs.PathLike, data: string | NodeJS.ArrayBufferView, options?: fs.WriteFileOptions) {
      real.writeFileSync(file, data, options);
      const name = nameOf(file);
      if (name !== null) note({ kind: 'file', name, bytes: real.readFileSync(file).toString('base64') });
    },
    renameSync(file: fs.PathLike, to: fs.PathLike) {
      real.renameSync(file, to);
      const [from, into] = [nameOf(file), nameOf(to)];
      if (from !== null && into !== null) note({ kind: 'rename', name: from, to: into });
    },
    unlinkSync(file: fs.PathLike) {
      real.unlinkSync(file);
      const name = nameOf(file);
      if (name !== null) note({ kind: 'remove', name });
    },
    rmdirSync(file: fs.PathLike) {
      real.rmdirSync(file);
      const name = nameOf(file);
      if (name !== null) note({ kind: 'remove', name });
    },
    mkdirSync(file: fs.PathLike, options?: fs.MakeDirectoryOptions) {
      const made = real.mkdirSync(file, options);
      const name = nameOf(file);
      if (name !== null) note({ kind: 'folder', name });
      return made;
    },
    fsyncSync(fd: number) {
      if (neverSyncs) return;
      real.fsyncSync(fd);
      if (opened.has(fd)) note({ kind: 'sync', fd });
    },
    fdatasyncSync(fd: number) {
      if (neverSyncs) return;
      real.fdatasyncSync(fd);
      if (opened.has(fd)) note({ kind: 'sync', fd });
    },
  });
  syncBuiltinESMExports();
}

function flagsOf(flags: string | number): number {
  if (typeof flags === 'number') return flags;
  const { O_CREAT, O_TRUNC } = fs.constants;
  return (/[wa]/.test(flags) ? O_CREAT : 0) | (flags.includes('w') ? O_TRUNC : 0);
}
