import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The networks that Fastify means by these names. */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address belongs to a reverse proxy whose word about the caller is trusted. */
export type IsProxy = (address: string) => boolean;

/** @param proxies addresses, networks, and Fastify's names of networks */
export function trustedProxies(proxies: readonly string[]): IsProxy {
  const list = new BlockList();
  for (const network of proxies.flatMap((name) => named[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/**
 * The caller's address, as Fastify computes it for requests: the last one on the way here that is no trusted proxy.
 */
export function callerAddress({ socket, headers }: IncomingMessage, isProxy: IsProxy): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const way = [...forwarded, socket.remoteAddress ?? ''].map((hop) => hop.trim()).filter((hop) => hop !== '');
  return way.findLast((address) => !isProxy(address)) ?? way[0] ?? '';
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
