import { constants, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DiskChange } from './disk-journal.ts';

/** A file or a folder in two states: as readers find it (`now`), and as it is certainly on the disk (`kept`). */
type Entry = FileEntry | FolderEntry;
/** `unsynced`: the sectors in which `now` and `kept` may differ. */
type FileEntry = { kind: 'file'; now: Buffer; kept: Buffer; unsynced: Set<number> };
type FolderEntry = { kind: 'folder'; now: Map<string, Entry>; kept: Map<string, Entry> };

/** Whether an unsynced sector, file length or folder listing reached the disk all the same. */
export type Luck = () => boolean;
export const nothingUnsynced: Luck = () => false;
/** What a killed process leaves: the system still writes what it was given. */
export const everythingWritten: Luck = () => true;

const SECTOR = 512;

/** The settings of a server that records what it writes in this file. */
export function journalOn(file: string): Record<string, string> {
  const preload = pathToFileURL(path.join(import.meta.dirname, 'disk-journal.ts'));
  return { NODE_OPTIONS: `--import=${preload.href}`, DISK_JOURNAL: file };
}

/**
 * A disk that knows what was synced, by the strictest reading of POSIX: a file's bytes are durable once the file was
 * synced, and its name once its folder was.
 */
export class RecordedDisk {
  readonly #root: FolderEntry;
  readonly #open = new Map<number, Entry>();

  /** @param folder the initial contents, taken as synced */
  constructor(folder: string) {
    this.#root = read(folder);
  }

  apply(change: DiskChange): void {
    switch (change.kind) {
      case 'open': {
        const create = (change.flags & constants.O_CREAT) !== 0;
        const entry = (create && this.#made(change.name)) || this.#find(change.name);
        if (entry?.kind === 'file' && change.flags & constants.O_TRUNC) resize(entry, 0);
        if (entry) this.#open.set(change.fd, entry);
        return;
      }
      case 'close':
        this.#open.delete(change.fd);
        return;
      case 'write':
        write(this.#opened(change.fd), change.at, Buffer.from(change.bytes, 'base64'));
        return;
      case 'resize':
        resize(this.#opened(change.fd), change.size);
        return;
      case 'resize-name':
        resize(fileOf(this.#find(change.name)), change.size);
        return;
      case 'file': {
        const file = this.#made(change.name) ?? fileOf(this.#find(change.name));
        resize(file, 0);
        write(file, 0, Buffer.from(change.bytes, 'base64'));
        return;
      }
      case 'folder':
        if (!this.#find(change.name))
          this.#put(change.name, { kind: 'folder', now: new Map(), kept: new Map() });
        return;
      case 'rename': {
        const entry = this.#find(change.name);
        this.#remove(change.name);
        if (entry) this.#put(change.to, entry);
        return;
      }
      case 'remove':
        this.#remove(change.name);
        return;
      case 'sync':
        keep(this.#open.get(change.fd));
    }
  }

  /** Writes what is left after a power cut into an empty folder. */
  leaveAt(folder: string, luck: Luck): void {
    leave(this.#root, folder, luck);
  }
  #find(name: string): Entry | undefined {
    let entry: Entry | undefined = this.#root;
    for (const part of name.split(path.sep).filter(Boolean))
      entry = entry?.kind === 'folder' ? entry.now.get(part) : undefined;
    return entry;
  }
  #made(name: string): FileEntry | null {
    if (this.#find(name)) return null;
    const made = fileOfBytes(Buffer.alloc(0));
    this.#put(name, made);
    return made;
  }
  #put(name: string, entry: Entry): void {
    this.#folderOf(name).set(path.basename(name), entry);
  }
  #remove(name: string): void {
    this.#folderOf(name).delete(path.basename(name));
  }
  #folderOf(name: string): Map<string, Entry> {
    const folder = this.#find(path.dirname(name).replace(/^\.$/, ''));
    if (folder?.kind !== 'folder') throw new Error(`${name} is in no folder`);
    return folder.now;
  }
  #opened(fd: number): FileEntry {
    return fileOf(this.#open.get(fd));
  }
}

function read(folder: string): FolderEntry {
  const now = new Map<string, Entry>();
  for (const found of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, found.name);
    if (found.isDirectory()) now.set(found.name, read(at));
    else now.set(found.name, fileOfBytes(readFileSync(at)));
  }
  return { kind: 'folder', now, kept: new Map(now) };
}

function fileOfBytes(bytes: Buffer): FileEntry {
  return { kind: 'file', now: bytes, kept: Buffer.from(bytes), unsynced: new Set() };
}

function fileOf(entry: Entry | undefined): FileEntry {
  if (entry?.kind !== 'file') throw new Error('The journal changes a file that is none');
  return entry;
}

function write(file: FileEntry, at: number, bytes: Buffer): void {
  if (file.now.length < at + bytes.length) resize(file, at + bytes.length);
  bytes.copy(file.now, at);
  touch(file, at, at + bytes.length);
}

function resize(file: FileEntry, size: number): void {
  const before = file.now.length;
  if (size <= before) file.now = file.now.subarray(0, size);
  else file.now = Buffer.concat([file.now], size);
  touch(file, Math.min(before, size), Math.max(before, size));
}

function touch(file: FileEntry, from: number, to: number): void {
  for (let sector = Math.floor(from / SECTOR); sector * SECTOR < to; sector += 1) file.unsynced.add(sector);
}

function keep(entry: Entry | undefined): void {
  if (entry?.kind === 'file') {
    entry.kept = mixed(entry, entry.now.length, () => true);
    entry.unsynced.clear();
  } else if (entry) entry.kept = new Map(entry.now);
}

function leave(folder: FolderEntry, at: string, luck: Luck): void {
  mkdirSync(at, { recursive: true, mode: 0o700 });
  for (const [name, entry] of luck() ? folder.now : folder.kept) {
    const to = path.join(at, name);
    if (entry.kind === 'folder') leave(entry, to, luck);
    else writeFileSync(to, leftOf(entry, luck), { mode: 0o600 });
  }
}

function leftOf(file: FileEntry, luck: Luck): Buffer {
  if (file.unsynced.size === 0) return file.kept;
  return mixed({ ...file, kept: Buffer.from(file.kept) }, (luck() ? file.now : file.kept).length, luck);
}

/** The durable bytes, with the lucky unsynced sectors written over them. */
function mixed({ now, kept, unsynced }: FileEntry, length: number, luck: Luck): Buffer {
  const bytes = length <= kept.length ? kept.subarray(0, length) : Buffer.concat([kept], length);
  for (const sector of unsynced)
    if (sector * SECTOR < Math.min(now.length, length) && luck())
      now.copy(bytes, sector * SECTOR, sector * SECTOR, Math.min((sector + 1) * SECTOR, length));
  return bytes;
}
