/** An address as it is kept, or what is wrong with it: secure, or this computer itself (hazards E1). */
export function readApiBase(text: string): { apiBase: string } | { wrong: string } {
  if (!URL.canParse(text)) return { wrong: 'This is not an address. It begins with https://' };
  const { protocol, hostname, origin, pathname, username, password } = new URL(text);
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  if (username !== '' || password !== '') return { wrong: 'The address must not hold a password.' };
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback))
    return { wrong: 'The address must begin with https:// so that nobody can listen in.' };
  return { apiBase: origin + pathname.replace(/\/+$/, '') };
}

/** Null where an API of ours answers there; otherwise what is wrong, for a person. */
export async function whyNotConnect(
  apiBase: string,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): Promise<string | null> {
  try {
    const reply = await fetch(`${apiBase}/sellers/profile`, { signal: AbortSignal.timeout(8_000) });
    // Without a token the answer is a refusal in JSON; a website that answers everything with a page is not an API.
    const json: unknown = await reply.json().catch(() => null);
    return reply.status === 401 && json !== null
      ? null
      : 'Something answers at this address, but it is not the API.';
  } catch {
    return 'Nothing answers at this address. Please check it and the network.';
  }
}
