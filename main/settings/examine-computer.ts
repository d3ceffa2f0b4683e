import { statfs } from 'node:fs/promises';
import type { PowerSaveBlocker } from 'electron';

/** Whether this computer would stay awake while it trades, and how much room its disk has; null if that is unknown. */
export async function examineComputer(
  folder: string,
  blocker: Pick<PowerSaveBlocker, 'start' | 'stop' | 'isStarted'>,
): Promise<{ staysAwake: boolean; freeBytes: number | null }> {
  const held = blocker.start('prevent-display-sleep');
  const staysAwake = blocker.isStarted(held);
  blocker.stop(held);
  return { staysAwake, freeBytes: await freeBytesOf(folder) };
}

function freeBytesOf(folder: string): Promise<number | null> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );
}
