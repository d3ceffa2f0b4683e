import type { PickUp } from '#shared/api/pick-up.ts';

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
 * those do not arrive. A browser gives a stream up for good after some answers, so it is opened anew.
 */
export function followPickUp(outletId: string, onHeard: (heard: Heard) => void): () => void {
  const address = `/api/customers/outlets/${outletId}/pick-up`;
  let heardAt = Date.now();
  let asking = false;
  let left = false;
  let { events, streamedAt } = open();

  function open() {
    const opened = new EventSource(`${address}/events`);
    opened.addEventListener('message', ({ data }) => {
      streamedAt = Date.now();
      heard(JSON.parse(data as string) as PickUp);
    });
    opened.addEventListener('error', () => void askNow());
    return { events: opened, streamedAt: Date.now() };
  }

  function heard(pickUp: PickUp): void {
    heardAt = Date.now();
    onHeard({ kind: 'orders', pickUp });
  }

  async function askNow(): Promise<void> {
    if (asking || left) return;
    asking = true;
    const found = await ask(address);
    asking = false;
    if (left) return;
    if (found === null) onHeard({ kind: 'cut', since: heardAt });
    else if (found === 'none') onHeard({ kind: 'none' });
    else heard(found);
  }

  function look(): void {
    const isSilent = Date.now() - streamedAt > SILENT_MS;
    if (events.readyState === EventSource.OPEN && !isSilent) return;
    if (events.readyState === EventSource.CLOSED || isSilent) {
      events.close();
      ({ events, streamedAt } = open());
    }
    void askNow();
  }

  const looking = setInterval(look, ASK_MS);
  const onOffline = () => void askNow();
  addEventListener('offline', onOffline);
  addEventListener('online', look);
  return () => {
    left = true;
    clearInterval(looking);
    events.close();
    removeEventListener('offline', onOffline);
    removeEventListener('online', look);
  };
}
