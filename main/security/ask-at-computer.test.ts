import { expect, it } from 'vitest';
import { askAtComputer } from './ask-at-computer.ts';

const MINUTE_MS = 60_000;
const question = { title: 'Change the server', message: 'Use it?', detail: '', yes: 'It is my server' };
const refused = 'Nobody confirmed this address.';
const wait = (time: string) => `Too many addresses were not confirmed. Please try again in ${time}.`;

/** A computer at which each question is answered by `till.press`, a button's number. */
function atComputer() {
  const till = { press: 0, shown: 0, time: 0 };
  const ask = askAtComputer(
    async () => {
      till.shown += 1;
      return { response: till.press };
    },
    () => till.time,
  );
  return { till, ask: () => ask(question) };
}

it('a page that asks again whenever a question is cancelled gets few of them shown in a day (E7, D4)', async () => {
  const { till, ask } = atComputer();
  for (; till.time < 24 * 60 * MINUTE_MS; till.time += MINUTE_MS / 2) await ask();
  expect(till.shown).toBeLessThan(15);
});

it('from the third on, each question that is cancelled makes the next wait twice as long (D4)', async () => {
  const { till, ask } = atComputer();
  for (let times = 0; times < 3; times += 1) expect(await ask()).toBe(refused);
  expect(await ask()).toBe(wait('a minute'));
  till.time += MINUTE_MS;
  expect(await ask()).toBe(refused);
  expect(await ask()).toBe(wait('2 minutes'));
  till.time += MINUTE_MS;
  expect(await ask()).toBe(wait('a minute'));
  expect(till.shown).toBe(4);
});

it('a question that is confirmed, and a day, end the waiting', async () => {
  const { till, ask } = atComputer();
  for (let times = 0; times < 3; times += 1) await ask();
  till.time += MINUTE_MS;
  till.press = 1;
  expect(await ask()).toBeNull();
  till.press = 0;
  for (let times = 0; times < 3; times += 1) expect(await ask()).toBe(refused);
  till.time += 24 * 60 * MINUTE_MS;
  for (let times = 0; times < 3; times += 1) expect(await ask()).toBe(refused);
  expect(await ask()).toBe(wait('a minute'));
});

it('a question that could not be shown counts for nothing, and the next one is shown', async () => {
  let shown = 0;
  const ask = askAtComputer(async () => {
    shown += 1;
    throw new Error('No display');
  });
  for (let times = 0; times < 5; times += 1) await expect(ask(question)).rejects.toThrow('No display');
  expect(shown).toBe(5);
});
