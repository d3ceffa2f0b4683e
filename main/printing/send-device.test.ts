import { open, type FileHandle } from 'node:fs/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { sendToFile } from './send-file.ts';

vi.mock('node:fs/promises');

const sheet = Buffer.from(Array.from({ length: 1_200 }, (_none, at) => at % 256));
const limits = { connectMs: 200, statusMs: 200, printMs: 5_000 };

/**
 * A USB printer's device as Linux has it: it accepts a piece at once and transfers it later, accepts no other call
 * before, and drops what is not transferred when it is closed.
 */
const device = { transferred: [] as Buffer[], pending: null as Buffer | null, refusals: 0, stuck: false };
const again = () => Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' });

function accept(piece: Buffer): void {
  if (device.pending && (device.stuck || device.refusals-- > 0)) throw again();
  if (device.pending) device.transferred.push(device.pending);
  device.pending = piece.length > 0 ? Buffer.from(piece) : null;
  device.refusals = 1;
}

beforeEach(() => {
  Object.assign(device, { transferred: [], pending: null, refusals: 0, stuck: false });
  const handle = {
    async write(piece: Buffer) {
      // Node makes no call of the system's for an empty buffer.
      if (piece.length > 0) accept(piece);
      return { bytesWritten: piece.length };
    },
    async writev(pieces: Buffer[]) {
      const piece = Buffer.concat(pieces);
      accept(piece);
      return { bytesWritten: piece.length };
    },
    close: async () => void (device.pending = null),
  };
  vi.mocked(open).mockResolvedValue(handle as unknown as FileHandle);
});

it('a USB printer has the last piece, and no byte more, before its device is closed', async () => {
  expect(await sendToFile(sheet, '/dev/usb/lp0', '', limits)).toEqual({ kind: 'sent' });
  expect(Buffer.concat(device.transferred).equals(sheet)).toBe(true);
});

it('a USB printer that does not take the last piece in time is not said to have it', async () => {
  device.stuck = true;
  const short = { ...limits, printMs: 200 };
  expect(await sendToFile(sheet.subarray(0, 100), '/dev/usb/lp0', '', short)).toEqual({
    kind: 'unconfirmed',
    problem: 'Offline',
  });
});
