import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublic } from './public-address.ts';
import { failed, SEND_WITHIN_MS, type Receipt } from './sender.ts';

export type OutsideRequest = { headers: Record<string, string>; body: string | Buffer; signal: AbortSignal };

/**
 * Posts to addresses that sellers give. They must not reach what only this server can reach, so they are `https://`
 * on the public internet: each name is resolved once, and the connection goes to that very address. A redirect is not
 * followed, and of the reply only the status is read.
 * @param privateHosts hosts that may be private, and without TLS, because the operator named them
 * @param resolver asks the name servers for all other hosts. It is made anew for each post: a resolver reads once which
 * name servers this computer's network has.
 */
export function outsidePosts(privateHosts: readonly string[], resolver = () => new Resolver(ASKED)) {
  const isTrusted = ({ hostname }: URL) => privateHosts.includes(hostname.replace(/^\[|\]$/g, ''));

  function refuseAddress(address: string): string | null {
    const url = URL.parse(address);
    if (!url) return 'This is not an address.';
    if (isTrusted(url)) return null;
    if (url.protocol !== 'https:') return 'The address must begin with https://.';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return (isIP(host) !== 0 && !isPublic(host)) || host === 'localhost' ? notPublic : null;
  }

  async function post(address: string, { headers, body, signal }: OutsideRequest): Promise<Receipt> {
    const refusal = refuseAddress(address);
    if (refusal) return failed(refusal);
    const url = new URL(address);
    const { request } = url.protocol === 'https:' ? https : http;
    const deadline = AbortSignal.timeout(SEND_WITHIN_MS);
    return new Promise((resolve) => {
      const sent = request(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          // No connection is kept: its address would outlive the check.
          agent: false,
          signal: AbortSignal.any([signal, deadline]),
          ...(!isTrusted(url) && { lookup: publicLookup(resolver()) }),
        },
        (reply) => {
          resolve(receiptOf(reply.statusCode ?? 0));
          reply.destroy();
        },
      );
      // Without this listener, a reply of 101 is neither a response nor an error.
      sent.on('upgrade', (reply, socket) => {
        resolve(receiptOf(reply.statusCode ?? 0));
        socket.destroy();
      });
      sent.on('error', (error: NodeJS.ErrnoException) =>
        resolve(failed(deadline.aborted ? 'It did not answer in time.' : wordsOf(error))),
      );
      sent.on('close', () => resolve(failed(unreachable)));
      sent.end(body);
    });
  }

  return { post, refuseAddress };
}

const notPublic = 'The address is not on the public internet.';
const unreachable = 'It cannot be reached.';

class NotPublic extends Error {
  readonly code = 'NOT_PUBLIC';
}

/** How long a name server may take to answer, in ms; it is asked twice. */
const ASKED = { timeout: 2_000, tries: 2 };

/**
 * Resolves a name to its public addresses only, by asking the name servers over the network: `dns.lookup` would keep one
 * of the few threads in which everything else is resolved too, for as long as a stranger's name server gives no answer.
 */
const publicLookup =
  (names: Resolver): LookupFunction =>
  (hostname, options, answer) =>
    void addressesOf(names, hostname).then(
      (found) => {
        const [first, ...others] = found.filter(({ address }) => isPublic(address));
        if (!first) return answer(new NotPublic(notPublic), []);
        return options.all ? answer(null, [first, ...others]) : answer(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => answer(error, []),
    );

/** Rejects if it has none. */
async function addressesOf(names: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([names.resolve4(hostname), names.resolve6(hostname)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

function receiptOf(status: number): Receipt {
  if (status >= 200 && status < 300) return { delivered: true };
  if (status >= 300 && status < 400) return failed('It redirects elsewhere, which is not followed.');
  if (status === 404 || status === 410)
    return { delivered: false, why: `It is no longer there (${status}).`, isGone: true };
  return failed(`It answered ${status}.`);
}

const noSuchHost: ReadonlySet<string> = new Set(
  'ENOTFOUND EAI_AGAIN ENODATA ESERVFAIL EREFUSED EBADNAME ETIMEOUT'.split(' '),
);

function wordsOf({ code = '' }: NodeJS.ErrnoException): string {
  if (code === 'NOT_PUBLIC') return notPublic;
  if (noSuchHost.has(code)) return 'There is no such host.';
  if (/CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code)) return 'Its certificate is not valid.';
  return unreachable;
}
