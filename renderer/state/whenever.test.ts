import { expect, it } from 'vitest';
import { whenever } from './whenever.ts';

/** A store with one word. */
function wordStore(word: string) {
  const listeners = new Set<() => void>();
  return {
    getState: () => word as never,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say(next: string) {
      word = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Notes each run's beginning and end; `act` is what the run itself does. */
function noteRuns(store: ReturnType<typeof wordStore>, act: (word: unknown) => void = () => {}) {
  const seen: string[] = [];
  const stop = whenever(
    store,
    (word: unknown) => word,
    (word) => {
      seen.push(`begin ${String(word)}`);
      act(word);
      return () => seen.push(`end ${String(word)}`);
    },
  );
  return { seen, stop };
}

it('runs at once and with each change, and ends the run before', () => {
  const store = wordStore('one');
  const { seen, stop } = noteRuns(store);
  store.say('one');
  store.say('two');
  stop();
  store.say('three');
  expect(seen).toEqual(['begin one', 'end one', 'begin two', 'end two']);
});

it('follows what the run itself changes, one run after the other', () => {
  const store = wordStore('one');
  const { seen, stop } = noteRuns(store, (word) => {
    if (word === 'two') store.say('three');
  });
  store.say('two');
  stop();
  expect(seen).toEqual(['begin one', 'end one', 'begin two', 'end two', 'begin three', 'end three']);
});
