import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MOST_NETWORKS = 10_000;

/** Stands for an address, an e-mail or whatever else is counted, where nobody needs to read what that is; 22 characters. */
export function hashedSubject(secret: string, subject: string): string {
  return createHmac('sha256', secret).update(`limit:${subject}`).digest('base64url').slice(0, 22);
}

/** The same for networks, of which most call again and again. */
export function hashedNetworks(secret: string): (network: string) => string {
  const hashed = new LRUCache<string, string, void>({
    max: MOST_NETWORKS,
    memoMethod: (network) => hashedSubject(secret, network),
  });
  return (network) => hashed.memo(network);
}
