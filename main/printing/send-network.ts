import { connectTo, type PrinterConnection } from './printer-connection.ts';
import { statusTalks, type StatusTalk } from './printer-status.ts';
import type { Deadlines, PrinterLook, SendOutcome } from './send-outcome.ts';
import type { Dialect } from '#shared/print/printer.ts';

type NetworkPrinter = { host: string; port: number; dialect: Dialect; answers: boolean };

/** How often a printer is asked for its state while it prints, in ms. */
const ASK_EVERY_MS = 500;

const reach = async (printer: NetworkPrinter, { connectMs }: Deadlines) =>
  connectTo(printer, connectMs).catch(() => null);

/** A printer's current state. Settles within its deadlines. */
export async function lookOverNetwork(printer: NetworkPrinter, limits: Deadlines): Promise<PrinterLook> {
  const connection = await reach(printer, limits);
  if (connection === null) return { kind: 'unreached', problem: 'Offline' };
  try {
    return printer.answers
      ? await lookOver(connection, statusTalks[printer.dialect], limits)
      : { kind: 'well' };
  } finally {
    connection.destroy();
  }
}

/** Prints one sheet: checks the printer, sends if it still may, and waits until the printer reports the end. */
export async function sendOverNetwork(
  bytes: Buffer,
  printer: NetworkPrinter,
  limits: Deadlines,
  mayBegin: () => boolean = () => true,
): Promise<SendOutcome> {
  const connection = await reach(printer, limits);
  if (connection === null) return { kind: 'not-sent', problem: 'Offline' };
  const talk = statusTalks[printer.dialect];
  try {
    const seen = printer.answers ? await lookOver(connection, talk, limits) : null;
    if (seen && 'problem' in seen) return { kind: 'not-sent', problem: seen.problem };
    if (!mayBegin()) return { kind: 'not-sent', problem: 'It took too long to begin' };
    connection.forget();
    return printer.answers
      ? await sendAndAsk(connection, talk, bytes, limits)
      : await sendBlindly(connection, bytes, limits);
  } finally {
    connection.destroy();
  }
}

async function lookOver(
  connection: PrinterConnection,
  talk: StatusTalk,
  { statusMs }: Deadlines,
): Promise<PrinterLook> {
  connection.forget();
  connection.write(talk.ask);
  try {
    if (!(await connection.until((said) => talk.read(said).whole, statusMs)))
      return { kind: 'unreached', problem: 'It does not answer' };
    const { problem } = talk.read(connection.said());
    return problem === null ? { kind: 'well' } : { kind: 'trouble', problem };
  } catch {
    return { kind: 'unreached', problem: 'Offline' };
  }
}

/** After the first byte nothing may be retried automatically: a person settles any failure. */
async function sendAndAsk(
  connection: PrinterConnection,
  talk: StatusTalk,
  bytes: Buffer,
  { printMs }: Deadlines,
): Promise<SendOutcome> {
  // Monotonic, because the clock may be changed.
  const deadline = performance.now() + printMs;
  connection.write(Buffer.concat([talk.begin, bytes, talk.end]));
  try {
    for (;;) {
      const left = deadline - performance.now();
      const settled = (said: Buffer) => talk.read(said).ended || talk.read(said).problem !== null;
      await connection.until(settled, Math.max(0, Math.min(left, ASK_EVERY_MS)));
      const { problem, ended } = talk.read(connection.said());
      if (problem !== null) return { kind: 'unconfirmed', problem };
      if (ended) return { kind: 'printed' };
      if (left <= 0) return { kind: 'unconfirmed', problem: 'It did not say that it has printed' };
      connection.write(talk.ask);
    }
  } catch {
    return { kind: 'unconfirmed', problem: 'The connection was lost while it printed' };
  }
}

/** For a printer that answers no questions: it is only known that the bytes were received. */
async function sendBlindly(
  connection: PrinterConnection,
  bytes: Buffer,
  { printMs }: Deadlines,
): Promise<SendOutcome> {
  return (await connection.finish(bytes, printMs))
    ? { kind: 'sent' }
    : { kind: 'unconfirmed', problem: 'It did not take everything' };
}
