/** The scheme of links from outside; electron-builder.yml has the same one. */
export const LINK_SCHEME = 'servery';

const id = '[\\w-]{1,64}';
/** The screens that a link may open. A link never does anything else. */
const screens = [
  /^\/(?:outlets|catalogs|payouts|settings|business)$/,
  new RegExp(`^/outlets/${id}/(?:manage|orders|orders-basic|trading-session|trading-sessions)$`),
  new RegExp(`^/outlets/${id}/trading-sessions/${id}$`),
  new RegExp(`^/catalogs/${id}/edit/?$`),
];
const orderOf = new RegExp(`^\\?order=(${id})$`);

/** `servery://outlets/ID/trading-session?order=ID` as a path of the app; null unless it is exactly a known screen. */
export function screenOf(link: string): string | null {
  if (link.length > 300 || !URL.canParse(link)) return null;
  const { protocol, host, pathname, search, hash, username, password, port } = new URL(link);
  if (protocol !== `${LINK_SCHEME}:` || host === '' || hash !== '') return null;
  if (username !== '' || password !== '' || port !== '') return null;
  const path = `/${host}${pathname === '/' ? '' : pathname}`;
  if (!screens.some((screen) => screen.test(path))) return null;
  if (search === '') return path;
  return path.endsWith('/trading-session') && orderOf.test(search) ? path + search : null;
}

/** The link among a program's arguments, if there is one. */
export function linkIn(argv: readonly string[]): string | undefined {
  return argv.find((argument) => argument.startsWith(`${LINK_SCHEME}:`));
}
