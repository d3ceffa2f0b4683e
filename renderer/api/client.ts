import type { Platform } from '#shared/host/platform.ts';
import type { carriedFields } from './carried-fields.ts';
import type { CallOptions, ClientReply, ClientRoute } from './calls.ts';
import { CallFailed, unreachable } from './failure.ts';

/** Registering and signing in need no session: a 401 is their answer, not an expired token. */
const withoutSession: ReadonlySet<string> = new Set(['POST /sellers/register']);

/** What calls need of the host. */
export type CallingHost = Pick<Platform, 'apiBase' | 'refreshSession' | 'preferences' | 'usualScreenName'>;

/** The API for the screens. Rejects with {@link CallFailed}. */
export class Client {
  readonly #platform: CallingHost;
  readonly #onSignedOut: () => void;
  readonly #onNotVerified: () => void;
  #accessToken: string | null = null;
  /** Counts the sign-ins and sign-outs. */
  #session = 0;
  #refreshing: Promise<string | null> | null = null;
  #clockAheadMs: number | null = null;
  #carried: ReturnType<typeof carriedFields> | null = null;

  /** @param onNotVerified called when a call was refused because the account is not, or no longer, verified */
  constructor(platform: CallingHost, onSignedOut: () => void, onNotVerified: () => void = () => undefined) {
    this.#platform = platform;
    this.#onSignedOut = onSignedOut;
    this.#onNotVerified = onNotVerified;
  }

  get accessToken(): string | null {
    return this.#accessToken;
  }

  set accessToken(token: string | null) {
    this.#accessToken = token;
    this.#session += 1;
  }

  /** How far the server's clock was ahead at its last answer, in ms and to the second; null if it does not say. */
  get clockAheadMs(): number | null {
    return this.#clockAheadMs;
  }

  async call<K extends ClientRoute>(key: K, options: CallOptions<K>): Promise<ClientReply<K>> {
    // Loaded with the first call, because signing in does not need it.
    const { carriedFields, readers, failureIn, send } = await import('./calls.ts');
    const carried = (this.#carried ??= carriedFields());
    const sendNow = () =>
      send({ host: this.#platform, accessToken: this.#accessToken, carried }, key, options);
    const used = this.#accessToken;
    const session = this.#session;
    let reply = await sendNow();
    if (reply.status === 401 && !withoutSession.has(key) && used !== null) {
      const token = await this.refresh(used);
      // Once only: a server that refuses a fresh token will refuse the next as well. And not for whoever signed in since.
      if (token !== null && session === this.#session) reply = await sendNow();
    }
    if (reply.sentAt !== null) this.#clockAheadMs = reply.sentAt - Date.now();
    if (reply.status < 200 || reply.status >= 300) {
      const failure = failureIn(reply);
      if (failure.code === 'ACCOUNT_NOT_VERIFIED' && key !== 'GET /sellers/profile') this.#onNotVerified();
      throw new CallFailed(failure);
    }
    const read: (value: unknown, apiBase: string) => unknown = readers[key];
    const result = (await read(reply.data, this.#platform.apiBase())) as ClientReply<K>;
    carried.heard(key, reply.data, result);
    return result;
  }

  /**
   * A token in place of `stale`, requested once however many calls wait for it; null if there is none, or the session
   * has ended since. A refused refresh ends the session; a server that cannot be reached does not.
   */
  refresh(stale: string): Promise<string | null> {
    if (this.#accessToken !== stale) return Promise.resolve(this.#accessToken);
    this.#refreshing ??= this.#refreshNow(stale).finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  async #refreshNow(stale: string): Promise<string | null> {
    const outcome = await this.#platform.refreshSession(stale);
    if (outcome.kind === 'unreachable') throw new CallFailed(unreachable);
    if (outcome.kind === 'refreshed') return (this.#accessToken = outcome.accessToken);
    this.#accessToken = null;
    this.#onSignedOut();
    return null;
  }
}
