import { constants } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { printerDevice } from './printer-address.ts';
import type { Deadlines, SendOutcome } from './send-outcome.ts';

/** A device gets a job in pieces, so that one that stalls gets nothing more after the deadline. */
const PIECE = 512;
/** A USB printer's device accepts it once the printer has taken everything before it. */
const NOTHING = Buffer.alloc(0);

/**
 * Appends to an existing device, or to a file in `folder`. Nothing is written after the deadline, so that a device
 * that appears later finds no late job.
 */
export async function sendToFile(
  bytes: Buffer,
  target: string,
  folder: string,
  { printMs }: Deadlines,
): Promise<SendOutcome> {
  const device = printerDevice.test(target);
  // No link leads out of the folder, and opening a pipe does not block. Windows has neither flag.
  const own = constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const flags = constants.O_WRONLY | constants.O_APPEND | (constants.O_NONBLOCK ?? 0) | (device ? 0 : own);
  const deadline = performance.now() + printMs;
  let begun = false;
  try {
    if (!device) await mkdir(folder, { recursive: true });
    const handle = await open(device ? target : path.join(folder, target), flags, 0o600);
    try {
      if (!device && !(await handle.stat()).isFile()) throw new Error('Not a file');
      for (let at = 0; at < bytes.length;) {
        if (performance.now() > deadline) throw new Error('Too slow');
        const taken = (await write(handle, bytes.subarray(at, at + PIECE))) ?? 0;
        begun ||= taken > 0;
        at += taken;
      }
      // Linux drops what a USB printer has not taken when its device is closed.
      while (target.startsWith('/dev/usb/') && (await write(handle, NOTHING)) === null)
        if (performance.now() > deadline) throw new Error('Too slow');
    } finally {
      await handle.close();
    }
    return { kind: 'sent' };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const problem =
      { ENOENT: 'Not connected', EBUSY: 'In use', EACCES: 'Not permitted', ELOOP: 'Not a file' }[code] ??
      'Offline';
    return begun ? { kind: 'unconfirmed', problem } : { kind: 'not-sent', problem };
  }
}

/** How many bytes a device accepted; null while it is full. */
async function write(handle: FileHandle, piece: Buffer): Promise<number | null> {
  try {
    // `handle.write` would not tell the device of an empty piece.
    return (await handle.writev([piece])).bytesWritten;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    await rest(50);
    return null;
  }
}
