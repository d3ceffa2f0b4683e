import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLine, type Line } from '../../tests/support/servers/line.ts';
import { closeShop, feed, open, shop, watch } from '../../tests/support/shop/live-shop.ts';

let line: Line | null = null;
afterEach(async () => {
  await line?.close();
  await closeShop();
  line = null;
});

const heartbeatMs = 100;

/** A server that answers heartbeats, over a connection that can be cut. */
async function watchOverLine(options: Parameters<typeof watch>[0] = {}) {
  await open();
  shop.heartbeat = shop.wellNow;
  line = await openLine(shop.port);
  let hangs = false;
  /** Why each list that hung was cancelled: `TimeoutError` if only its own time limit ended it. */
  const givenUp: string[] = [];
  const watched = await watch({
    heartbeatMs,
    ...options,
    origin: `http://127.0.0.1:${line.port}`,
    delayList: (signal) =>
      hangs
        ? new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => {
              givenUp.push((signal.reason as Error).name);
              reject(signal.reason as Error);
            }),
          )
        : Promise.resolve(),
  });
  const is = (connection: string) =>
    vi.waitFor(() => expect(watched.state().connection).toBe(connection), 10_000);
  await is('connected');
  /** A list is requested and never comes; meanwhile an order does, without an event. */
  function hangList(): void {
    hangs = true;
    feed?.recheck();
    shop.shape = () => null;
    shop.change('1');
    hangs = false;
  }
  return { ...watched, is, line, hangList, givenUp };
}

describe('“Connected” is a claim (D71)', () => {
  it('ends when the line swallows everything, though no connection was closed', async () => {
    const { state, is, line, equal } = await watchOverLine({ answerWithinMs: 500 });
    line.be('silent');
    await vi.waitFor(() => expect(state().connection).not.toBe('connected'), 5_000);
    shop.change('1');
    line.be('well');
    await is('connected');
    await equal();
  });

  it('ends when the server says that it cannot know, and comes back with its next answer', async () => {
    const { is } = await watchOverLine();
    const lists = shop.lists;
    shop.heartbeat = () => ({ ok: false, error: 'UNAVAILABLE' });
    await is('connecting');
    const { handshakes } = shop;
    shop.heartbeat = shop.wellNow;
    await is('connected');
    expect(shop.handshakes, 'on the same connection').toBe(handshakes);
    expect(shop.lists).toBeGreaterThan(lists);
  });

  it('is not made before the list was read', async () => {
    await open();
    let hangs = false;
    const { state } = await watch({
      async delayList(signal) {
        if (hangs) await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
      },
    });
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    hangs = true;
    const { lists } = shop;
    await shop.stop();
    await shop.start();
    await vi.waitFor(() => expect(shop.lists).toBeGreaterThan(lists));
    expect(state().connection).not.toBe('connected');
  });

  it('is judged by the transport alone where the server answers no heartbeat (D2)', async () => {
    await open();
    const { state } = await watch({ heartbeatMs: 20, answerWithinMs: 20, recheckMs: 50 });
    await vi.waitFor(() => expect(state().connection).toBe('connected'));
    const { handshakes, lists } = shop;
    await vi.waitFor(() => expect(shop.lists).toBeGreaterThan(lists + 4));
    expect([shop.screens.length, shop.handshakes], 'it says what it is, and asks nothing').toEqual([
      1,
      handshakes,
    ]);
  });
});

describe('what was missed is found without an event', () => {
  it('by the count that the heartbeat brings', async () => {
    const { equal } = await watchOverLine();
    shop.shape = () => null;
    shop.change('1');
    await equal();
  });

  it('also of the session, while each heartbeat tells of a change of an order that no event told (R17)', async () => {
    const { sessions } = await watchOverLine({ recheckMs: 1_000 });
    shop.shape = () => null;
    shop.heartbeat = () => {
      shop.change('1');
      return shop.wellNow();
    };
    const before = sessions();
    const lists = shop.lists;
    await vi.waitFor(() => expect(sessions()).toBeGreaterThan(before + 1));
    expect(shop.lists).toBeGreaterThan(lists + 2);
  });

  it('corrects the clock with every heartbeat (D30)', async () => {
    const { state } = await watchOverLine();
    expect(state().clockAheadMs).toBeLessThan(120_000);
    shop.aheadMs = 8 * 60_000;
    await vi.waitFor(() => expect(state().clockAheadMs).toBeGreaterThan(7 * 60_000));
  });

  it('gives up a list that hangs when the connection is another one, and does not wait for it', async () => {
    const { equal, line, is, hangList, givenUp } = await watchOverLine();
    hangList();
    line.be('cut');
    line.be('well');
    await is('connected');
    await equal();
    expect(givenUp).toEqual(['AbortError']);
  });

  it('reads anew at once when the computer wakes, whatever was on its way, and asks whether the line carries', async () => {
    const { equal, line, state, is, hangList, givenUp } = await watchOverLine({ heartbeatMs: 60_000 });
    hangList();
    feed?.wake();
    await equal();
    expect(givenUp).toEqual(['AbortError']);
    line.be('silent');
    feed?.wake();
    await vi.waitFor(() => expect(state().connection).not.toBe('connected'), 3_000);
    line.be('well');
    await is('connected');
  });
});

it('takes an acknowledgement that comes late, and reports what waited for it', async () => {
  await open();
  let acknowledge = () => {};
  shop.acknowledged = new Promise((resolve) => (acknowledge = resolve));
  shop.change('1');
  const { state } = await watch({ acknowledgeMs: 60_000, patienceMs: 100 });
  await vi.waitFor(() => expect(state().connection).toBe('connected'));
  expect(shop.reported).toEqual([]);
  acknowledge();
  await vi.waitFor(() => expect(shop.reported).toEqual(['1 received']));
  expect(state().clockAheadMs).toBeGreaterThan(50_000);
});

it('says with each heartbeat what this screen is and whether it can sound', async () => {
  await watchOverLine();
  await vi.waitFor(() =>
    expect(shop.screens.at(-1)).toEqual({ screenId: 'screen-1', screenName: 'Bar till', silent: null }),
  );
});
