import { expect, it } from 'vitest';
import { z } from 'zod';
import { cachedReplies } from './cached-replies.ts';
import { writeWhole } from './reply-pieces.ts';

type Dish = { name: string };

/** A list of dishes whose writing is counted. */
function openList() {
  let dishes: Dish[] = [{ name: 'Soup' }, { name: 'Pie' }];
  let readings = 0;
  const written: string[] = [];
  let hold: Promise<void> = Promise.resolve();
  const replyOf = cachedReplies({
    nameOf: (key: string) => key,
    look: async (keys: string[]) => new Map(keys.map((key) => [key, { stamp: JSON.stringify(dishes) }])),
    async read(_key, _state, before: Dish[] | null) {
      readings += 1;
      const now = dishes;
      await hold;
      return now.map((dish) => before?.find(({ name }) => name === dish.name) ?? dish);
    },
    sizeOf: (list) => list.length,
    most: 100,
  });
  const dish = z.object({ name: z.string().transform((name) => (written.push(name), name)) });
  return {
    written,
    readings: () => readings,
    async text() {
      const reply = await replyOf('menu');
      return reply?.written((body) => writeWhole({ reply: z.array(dish) }, body, 'reader', reply.entries));
    },
    change: (to: Dish[]) => void (dishes = to),
    /** Readings end once what is returned is called. */
    holdReadings() {
      let release = () => {};
      hold = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
}

it('what is the same in a list that has changed is not written again', async () => {
  const { text, written, change } = openList();
  expect(String(await text())).toBe('[{"name":"Soup"},{"name":"Pie"}]');
  change([{ name: 'Fish' }, { name: 'Soup' }]);
  expect(String(await text())).toBe('[{"name":"Fish"},{"name":"Soup"}]');
  change([]);
  expect(String(await text())).toBe('[]');
  expect(written).toEqual(['Soup', 'Pie', 'Fish']);
});

it('who asks while it is read gets the same reply; who asks after another change does not', async () => {
  const { text, readings, change, holdReadings } = openList();
  const release = holdReadings();
  const early = [text(), text(), text()];
  await expect.poll(readings).toBe(1);
  change([{ name: 'Fish' }]);
  const late = text();
  await expect.poll(readings).toBe(2);
  release();
  const first = '[{"name":"Soup"},{"name":"Pie"}]';
  expect((await Promise.all(early)).map(String)).toEqual([first, first, first]);
  expect(String(await late)).toBe('[{"name":"Fish"}]');
  expect(readings()).toBe(2);
});
