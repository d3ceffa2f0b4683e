/** The server as a host sees it; tests of the contract set it up as needed. */
export type FakeServer = {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  calls: string[];
  reachable: boolean;
  /** Whether it answers requests at all. */
  answers: boolean;
  /** The status of its answer to a refresh. */
  refreshStatus: number;
  /** The refresh tokens that it received. */
  refreshedWith: string[];
  /** How many of the next answers to a refresh are lost. */
  lostAnswers: number;
};

export function fakeServer(): FakeServer {
  let tokens = 0;
  const next = () => ({ accessToken: `access-${(tokens += 1)}`, refreshToken: `refresh-${tokens}` });
  const server: FakeServer = {
    calls: [],
    reachable: true,
    answers: true,
    refreshStatus: 200,
    refreshedWith: [],
    lostAnswers: 0,
    async fetch(url, init) {
      const call = url.slice(url.indexOf('/sellers'));
      server.calls.push(call);
      if (!server.reachable) throw new TypeError('fetch failed');
      if (call === '/sellers/refresh-token')
        server.refreshedWith.push(String(JSON.parse(init?.body as string).refreshToken));
      if (!server.answers)
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('Too late', 'TimeoutError')));
        });
      if (call === '/sellers/refresh-token') {
        if (server.lostAnswers-- > 0) throw new TypeError('terminated');
        return server.refreshStatus === 200
          ? Response.json(next())
          : Response.json({}, { status: server.refreshStatus });
      }
      if (call !== '/sellers/sign-in') return Response.json({});
      const { email, password } = JSON.parse(init?.body as string) as Record<'email' | 'password', string>;
      if (password !== 'right') return Response.json({ error: { message: 'Not valid' } }, { status: 401 });
      const id = email === 'other@servery.test' ? 'a2' : 'a1';
      const account = { id, companyName: 'Ferry', accountStatus: 'verified', ...next() };
      return Response.json({ account, isAdmin: false });
    },
  };
  return server;
}
