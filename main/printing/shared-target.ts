import { isIP } from 'node:net';
import type { PrinterTarget } from '#shared/print/printer.ts';

/**
 * A printer as every till of the outlet names it, such as `192.168.1.50:9100` or `[fd00::1]:9100`; null for one that
 * this computer alone is known to have. Two computers may each have a printer called `Kitchen`, and each its own
 * `127.0.0.1`: taking them for one would lose tickets.
 */
export function sharedTarget(target: PrinterTarget): string | null {
  if (target.kind !== 'network') return null;
  const host = canonicalHost(target.host);
  return isThisComputer(host) ? null : `${host}:${target.port}`;
}

/** One spelling for one address: `FD00:0::1` is `[fd00::1]`, and `Printer.Local.` is `printer.local`. */
export function canonicalHost(host: string): string {
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
