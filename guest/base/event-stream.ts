/** A stream that was refused is opened anew after this time and up to as much again: pages do not come back all at once. */
const REOPEN_MS = 20_000;

/** In ms: `running` may stand still while a phone sleeps, and `onClock` moves when its clock is set. */
const now = () => ({ running: performance.now(), onClock: Date.now() });

type StreamEvents = {
  onData: (data: string) => void;
  /** It broke, or was refused. */
  onLost: () => void;
};

/**
 * The server's events, until it is closed. A browser opens a stream that broke anew by itself, but gives one up for good
 * that was refused, as by a server that is full: that one is opened anew about half a minute later.
 */
export function openStream(address: string, { onData, onLost }: StreamEvents) {
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let { events, heardAt } = open();

  function open() {
    const opened = new EventSource(address);
    opened.addEventListener('message', ({ data }) => {
      heardAt = now();
      onData(data as string);
    });
    opened.addEventListener('error', () => {
      if (isGivenUp()) reopening = setTimeout(openAnew, REOPEN_MS * (1 + Math.random()));
      onLost();
    });
    return { events: opened, heardAt: now() };
  }

  function close() {
    clearTimeout(reopening);
    events.close();
  }

  function openAnew() {
    close();
    ({ events, heardAt } = open());
  }

  /** It was refused, and the browser does not try again. */
  const isGivenUp = () => events.readyState === EventSource.CLOSED;

  return {
    openAnew,
    isGivenUp,
    isOpen: () => events.readyState === EventSource.OPEN,
    /** For how long it has said nothing, in ms; also of a phone that slept, or whose clock was set back. */
    silentMs: () => Math.max(now().running - heardAt.running, now().onClock - heardAt.onClock),
    close,
  };
}
