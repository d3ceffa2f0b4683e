import { setTimeout as wait } from 'node:timers/promises';
import { startProcess } from './bench-process.ts';
import { openIntake } from './intake.ts';
import { alternate, median, row, type Row } from './measure.ts';
import { memoryOf } from './processes.ts';

const ROUNDS = 3;
const ORDERS = 10_000;
const CALLERS = 16;
/** Memory that was in use for a moment only is released within this time. */
const SETTLES_MS = 5_000;

/** Resident bytes: before the first order, after the first ten thousand, and after as many again. */
type Resident = { atRest: number; first: number; second: number };

/**
 * The memory of the server with the embedded database, in its one process, against a process that has only PGlite.
 */
export async function embeddedMemoryRows(): Promise<Row[]> {
  const { ours, floor } = await alternate(ROUNDS, measureOurs, measureFloor);
  const megabytes = (samples: Resident[], when: keyof Resident) =>
    median(samples.map((sample) => sample[when])) / 1e6;
  const beside = (what: string, when: keyof Resident) =>
    row('M17', what, megabytes(ours, when), megabytes(floor, when), 'MB', '<= 1.3');
  const growth = (what: string, samples: Resident[], target: string) =>
    row('M17', what, megabytes(samples, 'second'), megabytes(samples, 'first'), 'MB', target);
  return [
    beside('embedded server, memory at rest (PSS)', 'atRest'),
    beside('embedded server, memory after 10,000 orders', 'first'),
    growth('embedded server, after 20,000 orders beside 10,000', ours, '<= 1.1'),
    growth('a bare PGlite, after 20,000 orders beside 10,000', floor, ''),
  ];
}

async function measureOurs(): Promise<Resident> {
  const intake = await openIntake(null);
  try {
    return await measure(intake.pid, intake.order);
  } finally {
    await intake.close();
  }
}

async function measureFloor(): Promise<Resident> {
  const bare = await startProcess('bare-pglite.ts');
  try {
    return await measure(await bare.ask<number>('pid'), (caller) => bare.ask('order', caller));
  } finally {
    await bare.stop();
  }
}

async function measure(pid: number, order: (caller: number) => Promise<void>): Promise<Resident> {
  const settled = async () => {
    await wait(SETTLES_MS);
    return memoryOf([pid]);
  };
  const place = async () => {
    const each = async (caller: number) => {
      for (let n = caller; n < ORDERS; n += CALLERS) await order(caller);
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => each(caller)));
  };
  const atRest = await settled();
  await place();
  const first = await settled();
  await place();
  return { atRest, first, second: await settled() };
}
