import type { Handlers } from '#shared/host/ipc.ts';
import type { AskAtComputer } from '../security/ask-at-computer.ts';
import { findApi, readTyped } from '../security/api-address.ts';

type ChangeOfServerOptions = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  ask: AskAtComputer;
  /** The name of the outlet whose orders would no longer be heard; null if there is none. */
  missedBy: () => string | null;
  /** Changes to the API at this address. */
  change: (apiBase: string) => Promise<void>;
};

/**
 * Changes to the server at an address that a person typed. The person confirms the address before the till requests
 * anything from it: the page alone must not make the till connect anywhere.
 */
export function changeOfServer({
  fetch,
  ask,
  missedBy,
  change,
}: ChangeOfServerOptions): Handlers['saveApiBase'] {
  function refusedInMidShift() {
    const outletName = missedBy();
    if (outletName === null) return null;
    const message = `${outletName || 'Your outlet'} is trading here. Stop trading, or sign out, before you change the server.`;
    return { kind: 'refused', message } as const;
  }

  return async (typed) => {
    const address = readTyped(typed);
    if ('wrong' in address) return { kind: 'refused', message: address.wrong };
    const inMidShift = refusedInMidShift();
    if (inMidShift) return inMidShift;
    const unconfirmed = await ask(questionAbout(address.apiBase));
    if (unconfirmed !== null) return { kind: 'refused', message: unconfirmed };
    const found = await findApi(address.apiBase, fetch);
    if ('wrong' in found) return { kind: 'refused', message: found.wrong };
    // Trading may have begun while the question was open.
    const begunMeanwhile = refusedInMidShift();
    if (begunMeanwhile) return begunMeanwhile;
    await change(found.apiBase);
    return { kind: 'saved' };
  };
}

const questionAbout = (apiBase: string) => ({
  title: 'Change the server',
  message: `Use the server ${new URL(apiBase).host}?`,
  detail: `Its address is ${apiBase}\n\nThis till will sign in there, and take its orders from there. Go on only if you know that this is your server.`,
  yes: 'It is my server',
});
