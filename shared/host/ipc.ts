import { alertsPort, tillAlertsPort } from './alerts.ts';
import type { HostNames } from './bridge.ts';
import { computerPort } from './computer.ts';
import type { BridgeOf, CommandsOf, EventsOf, HandlersOf, Port } from './port.ts';
import { printingPort, tillPrintingPort } from './printing.ts';
import { sessionPort } from './session.ts';
import { updatesPort } from './updates.ts';

/**
 * The contract between the till's pages and its main process: the five ports, and the till's own calls. The preload and
 * the handlers are derived from it; no other channel exists.
 */
export const ipc = {
  ...sessionPort,
  ...alertsPort,
  ...tillAlertsPort,
  ...computerPort,
  ...updatesPort,
  ...printingPort,
  ...tillPrintingPort,
} satisfies Port;

type Ipc = typeof ipc;
export type IpcCommand = keyof CommandsOf<Ipc>;
export type IpcEvent = keyof EventsOf<Ipc>;
export type IpcEventData<E extends IpcEvent> = EventsOf<Ipc>[E];

/** What the main process must supply: a handler for every command. */
export type Handlers = HandlersOf<Ipc>;

/** What a till's page finds as `window.till`. */
export type TillBridge = BridgeOf<Ipc> & {
  readonly apiBase: string;
  /** Whether the system shows notifications at all. */
  readonly showsNotifications: boolean;
  /** The names of the commands that a page does not wait for. */
  readonly tells: readonly string[];
  /** For each value that the main process holds: the page's copy until the main process has answered. */
  readonly before: Readonly<Record<string, unknown>>;
};

const lines = Object.entries<Port[string]>(ipc);

/** The commands, each with its schemas. */
export const commands = Object.fromEntries(lines.filter(([, line]) => 'payload' in line)) as CommandsOf<Ipc>;

/** The contract's names without its schemas; the preload's build inserts them. */
export const hostNames: HostNames = {
  commands: Object.keys(commands),
  tells: lines.filter(([, { kind }]) => kind === 'tell').map(([name]) => name),
  events: lines.flatMap(([name, { kind }]) =>
    kind === 'event' ? [name] : kind === 'state' ? [`${name}Changed`] : [],
  ),
  before: Object.fromEntries(
    lines.flatMap(([name, line]) => ('before' in line ? [[name, line.before]] : [])),
  ),
};
