/** An address that a server told, from its root or whole; null unless it is one of the web. */
export function atServer(address: string, apiBase: string): string | null {
  const page = globalThis.location?.href;
  const base = URL.canParse(apiBase, page) ? new URL(apiBase, page) : undefined;
  if (address === '' || !URL.canParse(address, base)) return null;
  const { protocol, href } = new URL(address, base);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
