import type { PickUp } from '#shared/api/pick-up.ts';
import { openStream } from '../base/event-stream.ts';

/** What became known: what is to be collected, that there is no such screen, or that nothing was heard since a time. */
export type Heard = { kind: 'orders'; pickUp: PickUp } | { kind: 'none' } | { kind: 'cut'; since: number };

/** The server says something every ten seconds: a stream that was silent for so long is cut. */
const SILENT_MS = 25_000;
/** How often the orders are asked for while no stream brings them. */
const ASK_MS = 5_000;
const PATIENCE_MS = 5_000;

async function ask(address: string): Promise<PickUp | 'none' | null> {
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (reply.ok) return (await reply.json()) as PickUp;
    return reply.status === 404 ? 'none' : null;
  } catch {
    return null;
  }
}

/**
 * Follows what is to be collected until the returned function is called: by the server's events, and by asking while
 * those do not arrive. Where there is no such screen it is only asked, until there is one.
 */
export function followPickUp(outletId: string, onHeard: (heard: Heard) => void): () => void {
  const address = `/api/customers/outlets/${outletId}/pick-up`;
  let heardAt = Date.now();
  let count = 0;
  let asking = false;
  let missing = false;
  let left = false;
  const stream = openStream(`${address}/events`, {
    onData: (data) => heard(JSON.parse(data) as PickUp),
    onLost: () => void askNow(),
  });

  function heard(pickUp: PickUp): void {
    heardAt = Date.now();
    count += 1;
    missing = false;
    onHeard({ kind: 'orders', pickUp });
  }

  async function askNow(): Promise<void> {
    if (asking || left) return;
    asking = true;
    const before = count;
    const found = await ask(address);
    asking = false;
    // What an event told meanwhile is newer.
    if (left || count !== before) return;
    if (found === null) return onHeard({ kind: 'cut', since: heardAt });
    if (found === 'none') {
      missing = true;
      stream.close();
      return onHeard({ kind: 'none' });
    }
    if (missing) stream.openAnew();
    heard(found);
  }

  function look(): void {
    const isSilent = stream.silentMs() > SILENT_MS;
    if (stream.isOpen() && !isSilent) return;
    if (isSilent && !stream.isGivenUp()) stream.openAnew();
    void askNow();
  }

  const looking = setInterval(look, ASK_MS);
  const onOffline = () => void askNow();
  addEventListener('offline', onOffline);
  addEventListener('online', look);
  return () => {
    left = true;
    clearInterval(looking);
    stream.close();
    removeEventListener('offline', onOffline);
    removeEventListener('online', look);
  };
}
