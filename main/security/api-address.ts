/** The address in the form that is stored, or what is wrong with it: it must be secure, or this computer itself. */
export function readApiBase(text: string): { apiBase: string } | { wrong: string } {
  if (!URL.canParse(text)) return { wrong: 'This is not an address. It begins with https://' };
  const { protocol, hostname, origin, pathname, username, password } = new URL(text);
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  if (username !== '' || password !== '') return { wrong: 'The address must not hold a password.' };
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback))
    return { wrong: 'The address must begin with https:// so that nobody can listen in.' };
  return { apiBase: origin + pathname.replace(/\/+$/, '') };
}

/** Like {@link readApiBase}, for what a person types: adds a missing `https://`. */
export function readTyped(text: string): { apiBase: string } | { wrong: string } {
  const typed = text.trim();
  if (typed.includes('://') || typed === '') return readApiBase(typed);
  const plain = readApiBase(`http://${typed}`);
  // Only this computer itself needs no certificate.
  return 'apiBase' in plain ? plain : readApiBase(`https://${typed}`);
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Finds the API at an address that a person typed: there, or at `/api` below it if the bare address answers with
 * something else. Otherwise returns what is wrong, for a person.
 * @param now for a certificate that is not valid at this computer's time
 */
export async function findApi(
  typed: string,
  fetch: Fetch,
  now: () => Date = () => new Date(),
): Promise<{ apiBase: string } | { wrong: string }> {
  const read = readTyped(typed);
  if ('wrong' in read) return read;
  const { apiBase } = read;
  const found = await answers(apiBase, fetch, now);
  if (found === 'the API') return { apiBase };
  if (found !== 'something else') return found;
  const below = [apiBase, 'api'].join('/');
  if (new URL(apiBase).pathname === '/' && (await answers(below, fetch, now)) === 'the API')
    return { apiBase: below };
  return { wrong: 'Something answers at this address, but it is not the API.' };
}

async function answers(
  apiBase: string,
  fetch: Fetch,
  now: () => Date,
): Promise<'the API' | 'something else' | { wrong: string }> {
  try {
    const reply = await fetch(`${apiBase}/sellers/profile`, { signal: AbortSignal.timeout(8_000) });
    // Without a token an API refuses in JSON; a website that answers everything with a page is no API.
    const json: unknown = await reply.json().catch(() => null);
    return reply.status === 401 && json !== null ? 'the API' : 'something else';
  } catch (error) {
    return { wrong: whyNoAnswer(String(error), now()) };
  }
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' });

/** @param error Chromium's, such as `net::ERR_CERT_DATE_INVALID` */
function whyNoAnswer(error: string, now: Date): string {
  const code = /ERR_(?:CERT|SSL)_\w+/.exec(error)?.[0];
  switch (code) {
    case undefined:
      return 'Nothing answers at this address. Please check it and the network.';
    case 'ERR_CERT_DATE_INVALID':
      return `The server’s certificate is not valid at this computer’s time, ${date.format(now)}. If that is not the time now, set the clock of this computer. If it is, the certificate has run out: tell whoever runs the server.`;
    case 'ERR_CERT_COMMON_NAME_INVALID':
      return 'The server’s certificate is for another address. Please check the address.';
    case 'ERR_CERT_AUTHORITY_INVALID':
      return 'This computer does not trust the server’s certificate. Whoever runs the server can say what to install.';
    default:
      return `No secure connection to this address could be made (${code}). Tell whoever runs the server.`;
  }
}
