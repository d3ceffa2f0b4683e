import { isIP } from 'node:net';
import type { PrinterTarget } from '#shared/print/printer.ts';

/**
 * A printer's name that every till of the outlet shares, such as `192.168.1.50:9100` or `[fd00::1]:9100`; null for a
 * printer that only this computer has. Two computers may each have a printer called `Kitchen`, and each its own
 * `127.0.0.1`: treating them as one would lose tickets.
 */
export function sharedTarget(target: PrinterTarget): string | null {
  if (target.kind !== 'network') return null;
  const host = canonicalHost(target.host);
  return isThisComputer(host) ? null : `${host}:${target.port}`;
}

/** One spelling per address: `FD00:0::1` is `[fd00::1]`, and `Printer.Local.` is `printer.local`. */
function canonicalHost(host: string): string {
  if (isIP(host) === 6) return new URL(`http://[${host.replace(/%.*$/, '')}]`).hostname;
  return host.toLowerCase().replace(/\.$/, '');
}

function isThisComputer(host: string): boolean {
  return (
    host.startsWith('127.') ||
    host === '[::1]' ||
    host.startsWith('[::ffff:7f') ||
    /^localhost$|\.localhost$/.test(host)
  );
}
