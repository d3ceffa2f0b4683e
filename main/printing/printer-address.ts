import { BlockList, isIP } from 'node:net';
import { PRINTER_PORT } from '#shared/print/printer.ts';

const privateRanges = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv6');

/** Where cloud machines fetch their own secrets; no printer is there. */
const metadataRanges = new BlockList();
metadataRanges.addSubnet('169.254.169.0', 24, 'ipv4');
metadataRanges.addSubnet('169.254.170.0', 24, 'ipv4');
metadataRanges.addAddress('fd00:ec2::254', 'ipv6');
const metadataName = /^(?:metadata|instance-data)(?:\.|$)/i;

/** An address of a private network, or of this computer; never one of the internet. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  const version = family === 6 ? 'ipv6' : 'ipv4';
  return family !== 0 && privateRanges.check(address, version) && !metadataRanges.check(address, version);
}

/** Names that only a private network has. */
const localName = /^(?:[a-z0-9-]{1,63}|(?:[a-z0-9-]{1,63}\.)+(?:local|lan|home|internal|home\.arpa))$/i;

/** Whether a printer may be set up there; the name's address is checked at every use. */
export function mayBePrinter(host: string): boolean {
  if (isIP(host)) return isPrivateAddress(host);
  return localName.test(host) && !/^[0-9.]+$/.test(host) && !metadataName.test(host);
}

/** The port of receipt printers; at other ports something else might execute what it is sent. */
export function isPrinterPort(port: number): boolean {
  return port >= PRINTER_PORT && port < PRINTER_PORT + 10;
}

/** Printer devices, and plain names of files in the till's own folder, so that no path leads elsewhere. */
export const printerDevice = /^\/dev\/(?:usb\/)?lp\d{1,2}$/;
export const printerFile = /^[A-Za-z0-9][A-Za-z0-9 _-]{0,60}\.(?:bin|prn|txt)$/;
