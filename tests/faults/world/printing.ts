import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LedgerEntry } from '../../../main/printing/print-ledger.ts';
import { signInBeside } from '../../support/browser/kept-sign-in.ts';
import { startPrinter, type StandInPrinter } from '../../support/printing/printer.ts';
import { openLine } from '../../support/servers/line.ts';
import type { TillProcess } from '../../support/till/till-process.ts';
import type { Sheet } from '../run-log.ts';
import type { Platform } from './platform.ts';

/** Two tills' printing, each in a process of its own, and the kitchen's one printer. */
export type Printing = {
  paper: StandInPrinter;
  sheets(): Sheet[];
  /** Tickets for which a person is asked. */
  asked(): number[];
  /** Whether each of these orders has a ticket, or a person is asked. */
  isSettled(orderNumbers: readonly number[]): boolean;
  kill(till: number): Promise<void>;
  restart(till: number): void;
  close(): Promise<void>;
};

const program = path.resolve(import.meta.dirname, '../../support/till/till-process.ts');
const asking = new Set(['unconfirmed', 'late', 'refused']);

/** @param claims false for tills that do not ask the server which of them prints */
export async function openPrinting(platform: Platform, claims = true): Promise<Printing> {
  const paper = await startPrinter();
  const line = await openLine(() => platform.port(0));
  const origin = `http://127.0.0.1:${line.port}`;
  const { accessToken } = await signInBeside(origin, platform.email, platform.password);
  const tills = ['Bar till', 'Pass till'].map((name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'servery-till-'));
    const settings: TillProcess = {
      folder,
      name,
      apiBase: `${origin}/api`,
      outletId: platform.outletId,
      accessToken,
      printerPort: paper.port,
      leaseMs: 2_000,
      claims,
      lost: 0.02,
    };
    return { folder, settings, running: null as ChildProcess | null };
  });

  const printing: Printing = {
    paper,
    sheets: () => sheetsOf(paper),
    asked: () => jobsOf().flatMap(({ state, label }) => (asking.has(state) ? Number(label) : [])),
    isSettled(orderNumbers) {
      const out = new Set(sheetsOf(paper).flatMap(({ whole, orderNumber }) => (whole ? orderNumber : [])));
      const asked = new Set(printing.asked());
      return (
        orderNumbers.every((number) => out.has(number) || asked.has(number)) &&
        jobsOf().every(({ state }) => state !== 'queued' && state !== 'sending')
      );
    },
    async kill(till) {
      const { running } = tills[till] ?? {};
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    },
    restart(at) {
      const till = tills[at];
      if (till)
        till.running = spawn(process.execPath, [program, JSON.stringify(till.settings)], { stdio: 'ignore' });
    },
    async close() {
      for (const [at, { folder }] of tills.entries()) {
        await printing.kill(at);
        rmSync(folder, { recursive: true, force: true });
      }
      await Promise.all([paper.stop(), line.close()]);
    },
  };
  const jobsOf = () => tills.flatMap(({ folder }) => readJobs(folder));
  tills.forEach((_till, at) => printing.restart(at));
  return printing;
}

function readJobs(folder: string): LedgerEntry[] {
  try {
    return (JSON.parse(readFileSync(path.join(folder, 'print-jobs.json'), 'utf8')) as { jobs: LedgerEntry[] })
      .jobs;
  } catch {
    return [];
  }
}

/** The paper of each connection, as far as it came; scraps without an order's number are left out. */
function sheetsOf(paper: StandInPrinter): Sheet[] {
  return paper.jobs.flatMap((bytes) => {
    const text = bytes.toString('latin1');
    const orderNumber = /#(\d+) /.exec(text)?.[1];
    if (orderNumber === undefined) return [];
    const marked = text.includes('REPRINT') || text.includes('MAY BE OUT TWICE');
    return [{ orderNumber: Number(orderNumber), marked, whole: text.includes('\u001dV') }];
  });
}
