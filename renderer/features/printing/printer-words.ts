import {
  PRINTER_PORT,
  type OrderedKind,
  type Printer,
  type PrinterTarget,
  type PrintMoment,
} from '#shared/print/printer.ts';
import { v4 as newKey } from 'uuid';

export const kindWords: Record<OrderedKind, string> = {
  ticket: 'Kitchen ticket',
  receipt: 'Customer receipt',
  report: 'Session report',
};

export const momentWords: Record<PrintMoment, string> = {
  arrival: 'When an order arrives',
  acceptance: 'When it is accepted',
  closing: 'When it is closed',
  'by-hand': 'When somebody presses Print',
  never: 'Not on this printer',
};

/** A printer's address in words. */
export function targetWords(target: PrinterTarget): string {
  switch (target.kind) {
    case 'network':
      return `tcp://${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
    case 'system':
      return target.name;
    case 'file':
      return target.path;
  }
}

/** Parses `192.168.1.50`, `tcp://printer.local:9100` or `printer.local:9100`; null for anything else. */
export function readNetworkTarget(text: string): Extract<PrinterTarget, { kind: 'network' }> | null {
  const match = /^(?:tcp:\/\/)?(\[[0-9a-f:]+\]|[^\s:/]+)(?::(\d{1,5}))?$/i.exec(text.trim());
  if (!match) return null;
  const port = match[2] === undefined ? PRINTER_PORT : Number(match[2]);
  if (port < 1024 || port > 65_535) return null;
  return { kind: 'network', host: (match[1] ?? '').replaceAll(/[[\]]/g, ''), port };
}

/** A printer with the usual settings: in the kitchen, for tickets as orders arrive. */
export function newPrinter(): Printer {
  return {
    id: newKey(),
    name: 'Kitchen',
    target: { kind: 'network', host: '', port: PRINTER_PORT },
    width: 80,
    dialect: 'epson',
    codePage: 'PC858_EURO',
    documents: {
      ticket: { when: 'arrival', copies: 1 },
      receipt: { when: 'by-hand', copies: 1 },
      report: { when: 'by-hand', copies: 1 },
    },
    cut: true,
    drawer: false,
    answers: true,
    since: new Date().toISOString(),
  };
}
