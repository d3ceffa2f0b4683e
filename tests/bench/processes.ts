import { readdir, readFile } from 'node:fs/promises';

/** The ids of a process and all its descendants. */
export async function familyOf(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    const fields = pid > 0 ? await statOf(pid) : null;
    if (fields) parents.set(pid, Number(fields[1]));
  }
  const belongs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return pid === root || (parent !== undefined && parent > 1 && belongs(parent));
  };
  return [...parents.keys()].filter(belongs);
}

/** Memory of processes in bytes, with shared memory counted once (PSS). */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  const parts = await Promise.all(
    pids.map(async (pid) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    }),
  );
  return parts.reduce((sum, kilobytes) => sum + kilobytes, 0) * 1024;
}

/** The processor time of processes so far, in ms. */
export async function cpuOf(pids: readonly number[]): Promise<number> {
  const parts = await Promise.all(
    pids.map(async (pid) => {
      const fields = await statOf(pid);
      return fields ? Number(fields[11]) + Number(fields[12]) : 0;
    }),
  );
  return parts.reduce((sum, ticks) => sum + ticks, 0) * (1000 / TICKS_PER_SECOND);
}

const TICKS_PER_SECOND = 100;

/** The fields after the command, the first of them its state; null if the process has gone. */
async function statOf(pid: number): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
