import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageAudio, type Audio } from './audio.ts';
import { soundCheck, type Unable } from './sound-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser's audio on a computer that can lose its loudspeaker, hang, or require a press first. */
function computer({ mayNeedPress = false } = {}) {
  const it = {
    loudspeakers: 1 as number | null,
    /** Whether it starts when asked to. */
    starts: true,
    startsAfterMs: 400,
    /** Whether its clock moves while it runs. */
    moves: true,
    opened: 0,
    looked: [] as (Unable | null)[],
  };
  const open = (): Audio => {
    it.opened += 1;
    let state: AudioContextState = 'suspended';
    return {
      get state() {
        return state;
      },
      get currentTime() {
        return it.moves && state === 'running' ? performance.now() / 1000 : 0;
      },
      async resume() {
        if (!it.starts) return new Promise(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, it.startsAfterMs));
        state = 'running';
      },
      suspend: async () => void (state = 'suspended'),
      close: async () => void (state = 'closed'),
    };
  };
  const audio = pageAudio(open);
  const check = soundCheck({
    audio,
    countLoudspeakers: async () => it.loudspeakers,
    mayNeedPress,
    looked: (unable) => void it.looked.push(unable),
  });
  return { it, audio, check };
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

describe('whether this computer could sound (D74)', () => {
  it('is found out at once, also where the system takes its time to start the audio', async () => {
    const { it, check } = computer();
    await seconds(1);
    expect(it.looked).toEqual([null]);
    expect(check.now()).toBeNull();
  });

  it('a loudspeaker that is gone is noticed within 12 s, and one that is back within 10', async () => {
    const { it, check } = computer();
    await seconds(5);
    it.loudspeakers = 0;
    await seconds(12);
    expect(check.now()).toBe('no-loudspeaker');
    it.loudspeakers = 1;
    await seconds(11);
    expect(check.now()).toBeNull();
  });

  it('is not doubted for a device that changes for a moment, nor where a browser tells of none', async () => {
    const { it, check } = computer();
    await seconds(9.5);
    it.loudspeakers = 0;
    await seconds(1);
    it.loudspeakers = 1;
    await seconds(5);
    it.loudspeakers = null;
    await seconds(60);
    expect(it.looked.every((unable) => unable === null)).toBe(true);
    expect(check.now()).toBeNull();
  });

  it('audio whose clock stands still is no sound; another is opened until one moves', async () => {
    const { it, check } = computer();
    it.moves = false;
    await seconds(10);
    expect(check.now()).toBe('audio-failed');
    it.moves = true;
    await seconds(10);
    expect(check.now()).toBeNull();
    expect(it.opened).toBeGreaterThan(1);
  });

  it('a browser that wants a press says so, until there was one', async () => {
    const { it, check } = computer({ mayNeedPress: true });
    it.starts = false;
    await seconds(3);
    expect(check.now()).toBe('needs-press');
    it.starts = true;
    check.pressed();
    await seconds(1);
    expect(check.now()).toBeNull();
  });

  it('after a press, or where none is needed, silence is a fault of the audio', async () => {
    const { it, check } = computer({ mayNeedPress: true });
    it.starts = false;
    check.pressed();
    await seconds(6);
    expect(check.now()).toBe('audio-failed');
    const till = computer();
    till.it.starts = false;
    await seconds(6);
    expect(till.check.now()).toBe('audio-failed');
  });

  it('ends', async () => {
    const { it, check } = computer();
    check.stop();
    await seconds(120);
    expect(it.looked).toEqual([]);
  });
});

it('audio runs only while it is used, and on between two rings', async () => {
  const { audio } = computer();
  await seconds(20);
  const ring = () => Promise.all([audio.running(), seconds(1)]);
  const [used] = await ring();
  await seconds(5);
  expect(used?.state).toBe('running');
  await ring();
  await seconds(6);
  expect(used?.state).toBe('running');
  await seconds(10);
  expect(used?.state).toBe('suspended');
});

it('a look whether the audio runs lets it run no longer than the look needs, and cuts no ring short', async () => {
  const { audio, check } = computer();
  const used = await Promise.all([audio.running(0), seconds(1)]).then(([found]) => found);
  await seconds(20);
  await Promise.all([check.look(), seconds(1)]);
  expect(used?.state).toBe('running');
  await seconds(3);
  expect(used?.state).toBe('suspended');
  await Promise.all([audio.running(), seconds(1)]);
  await Promise.all([check.look(), seconds(1)]);
  await seconds(4);
  expect(used?.state).toBe('running');
});
