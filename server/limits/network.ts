import { isIPv6 } from 'node:net';

/**
 * The network that a caller counts as: an IPv4 address, however it is written, or the /64 of an IPv6 address, which one
 * customer of a provider has to themselves.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  // Most are plain IPv4, and this is asked several times in each request.
  if (!bare.includes(':')) return bare;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  const [fifth, sixth, high = 0, low = 0] = groups.slice(4);
  if (fifth === 0 && sixth === 0xffff && groups.slice(0, 4).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map((part) =>
    part
      .split(':')
      .filter((group) => group !== '')
      // An IPv4 address at the end stands for two groups, and is in no network's name.
      .flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)])),
  );
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}
