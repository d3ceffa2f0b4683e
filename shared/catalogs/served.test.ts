import { describe, expect, it } from 'vitest';
import { menuWithHours } from '../../tests/support/samples/menu-with-hours.ts';
import type { Category, Item } from '../api/catalogs.ts';
import { dayOf, momentsOf, weekdays, type Hours, type PutOff } from '../base/menu-hours.ts';
import { pence } from '../base/money.ts';
import { heldPrices } from './held-prices.ts';
import { withOutletVat } from './outlet-vat.ts';
import { menuAt, nextMenuChange, notServedAt, offersOf } from './served.ts';

const MINUTE_MS = 60_000;
const london = 'Europe/London';
const menu = withOutletVat(menuWithHours, { rate: null, pricesIncludeVat: true });
/** `Breakfast: Porridge 450` */
const served = (now: number, zone = london, putOff: PutOff[] = []): string[] =>
  menuAt(menu, { now, zone, putOff }).flatMap(({ name, list }) =>
    list.map((item) => `${name}: ${item.name} ${item.cost}`),
  );
const at = (time: string) => Date.parse(time);

/**
 * What is served in each minute of a time, worked out from the texts that a wall clock shows: a window begins with the
 * first minute whose text is its beginning or later, and ends with the first whose text is its end or later.
 */
function byTheClock(from: number, to: number, zone: string): string[][] {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const first = from - 3 * 24 * 60 * MINUTE_MS;
  const texts: string[] = [];
  for (let now = first; now < to + 3 * 24 * 60 * MINUTE_MS; now += MINUTE_MS) texts.push(wall.format(now));
  const days = [...new Set(texts.map((text) => text.slice(0, 10)))];
  // Where clocks go back texts repeat; the first minute is sought among the latest so far.
  const latest: string[] = [];
  for (const text of texts) latest.push(text > (latest.at(-1) ?? '') ? text : (latest.at(-1) ?? text));
  const firstAt = (wanted: string) => {
    let [low, high] = [0, latest.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((latest[middle] ?? '') >= wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const on = (hours: Hours | undefined): boolean[] => {
    if (!hours) return texts.map(() => true);
    const open = texts.map(() => false);
    for (const window of hours)
      for (const [index, day] of days.entries()) {
        const name = weekdays[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7];
        if (!name || !window.days.includes(name)) continue;
        const end = window.to > window.from ? day : days[index + 1];
        if (end !== undefined)
          open.fill(true, firstAt(`${day} ${window.from}`), firstAt(`${end} ${window.to}`));
      }
    return open;
  };
  const priced = (item: Item, category: Category, isHappy: boolean[]) => (minute: number) => {
    const happy = (item.happyHour ?? category.happyHour)?.cost ?? item.cost;
    return `${category.name}: ${item.name} ${isHappy[minute] ? Math.min(item.cost, happy) : item.cost}`;
  };
  const lines = menuWithHours.flatMap((category) => {
    const open = on(category.hours);
    return category.list.map((item) => ({
      open,
      own: on(item.hours),
      text: priced(item, category, on((item.happyHour ?? category.happyHour)?.hours)),
    }));
  });
  const start = (from - first) / MINUTE_MS;
  return Array.from({ length: (to - from) / MINUTE_MS }, (_nothing, minute) =>
    lines.flatMap(({ open, own, text }) =>
      open[start + minute] && own[start + minute] ? [text(start + minute)] : [],
    ),
  );
}

describe('what is served (D58)', () => {
  it.each([
    ['a week', london, '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z', 10_080],
    ['the week in which clocks go forward', london, '2027-03-22T00:00:00Z', '2027-03-28T23:00:00Z', 10_020],
    ['the week in which clocks go back', london, '2026-10-18T23:00:00Z', '2026-10-26T00:00:00Z', 10_140],
    ['half an hour forward', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', '2026-10-05T00:00:00Z', 2_880],
    ['half an hour back', 'Australia/Lord_Howe', '2027-04-03T00:00:00Z', '2027-04-05T00:00:00Z', 2_880],
    ['forward at midnight', 'Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-25T12:00:00Z', 2_880],
    ['back at midnight', 'Africa/Cairo', '2026-10-29T12:00:00Z', '2026-10-31T12:00:00Z', 2_880],
  ])('is right in every minute of %s', (_what, zone, from, to, minutes) => {
    const wanted = byTheClock(at(from), at(to), zone);
    expect(wanted).toHaveLength(minutes);
    let changesAt = 0;
    let last = '';
    wanted.forEach((lines, minute) => {
      const now = at(from) + minute * MINUTE_MS;
      const found = served(now, zone).join('\n');
      if (found !== lines.join('\n')) expect(found.split('\n'), new Date(now).toISOString()).toEqual(lines);
      // The next change is told to the minute: until then it is the same, and then it is not.
      if (last !== '' && found !== last) expect(now, 'a change').toBe(changesAt);
      if (found !== last) changesAt = nextChangeOf(now, zone);
      expect(now).toBeLessThan(changesAt);
      last = found;
    });
  });

  it('a day and a time name every minute of those weeks, and the second of an hour that comes twice', () => {
    const wall = new Intl.DateTimeFormat('sv-SE', {
      timeZone: london,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    let twice = 0;
    for (const [from, to] of [
      ['2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z'],
      ['2027-03-22T00:00:00Z', '2027-03-28T23:00:00Z'],
      ['2026-10-18T23:00:00Z', '2026-10-26T00:00:00Z'],
    ] as const)
      for (let now = at(from); now < at(to); now += MINUTE_MS) {
        const found = momentsOf(dayOf(now, london), wall.format(now).slice(11), london);
        if (!found.includes(now)) expect(found, new Date(now).toISOString()).toContain(now);
        twice += found.length - 1;
      }
    expect(twice).toBe(120);
    // Left out: the moment at which the clocks go forward.
    expect(momentsOf(dayOf(at('2027-03-28T12:00:00Z'), london), '01:30', london)).toEqual([
      at('2027-03-28T01:00:00Z'),
    ]);
  });

  it('the hour that comes twice is one: what ends in it does not begin again', () => {
    const night = '2026-10-25T';
    // The window ends at half past one, which the clocks show first at half past midnight UTC.
    expect(served(at(`${night}00:29:00Z`))).toContain('Cocktails: Spritz 900');
    for (const time of ['00:30', '01:00', '01:29'])
      expect(served(at(`${night}${time}:00Z`)), time).not.toContain('Cocktails: Spritz 900');
  });

  it('says the hours of what is not served, and when they begin', () => {
    const found = notServedAt(menu, { now: at('2026-11-23T11:30:00Z'), zone: london });
    expect(found.map(({ name, itemId = null, from }) => [name, itemId, from])).toEqual([
      ['Breakfast', null, '2026-11-24T07:00:00.000Z'],
      ['Mains', null, '2026-11-23T12:00:00.000Z'],
      ['Spritz', 'Spritz', '2026-11-27T22:00:00.000Z'],
      ['Sour', 'Sour', '2026-11-27T22:00:00.000Z'],
    ]);
  });

  it('a happy hour that ends with last orders ends as it was set, whatever is put off', () => {
    const hours: Hours = [{ days: [...weekdays], from: '17:00', to: '21:15' }];
    const beer = menuWithHours.filter(({ id }) => id === 'beer');
    const asSold = { rate: null, pricesIncludeVat: true };
    const evening = withOutletVat(
      beer.map((category) => ({ ...category, hours, happyHour: { cost: pence(400), hours } })),
      asSold,
    );
    const putOff = [{ at: '2026-11-23T21:15:00.000Z', until: '2026-11-23T21:30:00.000Z' }];
    const costAt = (time: string) =>
      menuAt(evening, { now: at(time), zone: london, putOff })[0]?.list.find(({ id }) => id === 'Bitter')
        ?.cost;
    expect(['21:14', '21:15', '21:29', '21:30'].map((time) => costAt(`2026-11-23T${time}:00Z`))).toEqual([
      400,
      520,
      520,
      undefined,
    ]);
    const change = (time: string) => nextMenuChange(evening, { now: at(time), zone: london, putOff });
    expect(change('2026-11-23T21:00:00Z')).toBe(at('2026-11-23T21:15:00Z'));
    expect(change('2026-11-23T21:15:00Z')).toBe(at('2026-11-23T21:30:00Z'));
  });

  it('an end that is put off ends later, and no other end does', () => {
    const putOff = [{ at: '2026-11-23T21:15:00.000Z', until: '2026-11-23T21:30:00.000Z' }];
    expect(served(at('2026-11-23T21:20:00Z'))).not.toContain('Mains: Pie 1400');
    expect(served(at('2026-11-23T21:29:00Z'), london, putOff)).toContain('Mains: Pie 1400');
    expect(served(at('2026-11-23T21:30:00Z'), london, putOff)).not.toContain('Mains: Pie 1400');
    expect(nextMenuChange(menu, { now: at('2026-11-23T21:00:00Z'), zone: london, putOff })).toBe(
      at('2026-11-23T21:30:00Z'),
    );
    // Breakfast had ended long before, and is not put off.
    expect(served(at('2026-11-23T21:20:00Z'), london, putOff)).not.toContain('Breakfast: Porridge 450');
  });

  it('prices without VAT are shown with it in a happy hour too', () => {
    const net = withOutletVat(menuWithHours, { rate: 20, pricesIncludeVat: false });
    const [, , beer] = menuAt(net, { now: at('2026-11-23T10:00:00Z'), zone: london }).map(({ list }) => list);
    const happy = menuAt(net, { now: at('2026-11-23T17:00:00Z'), zone: london });
    const bitter = happy.flatMap(({ list }) => list).find(({ id }) => id === 'Bitter');
    expect(beer).toBeDefined();
    expect(bitter).toMatchObject({ cost: 480, usualCost: 624 });
    // A happy hour never raises a price.
    expect(happy.flatMap(({ list }) => list).find(({ id }) => id === 'Half')).toMatchObject({
      cost: pence(336),
    });
  });
});

describe('an order that was begun before a cut (D58)', () => {
  const offers = offersOf(menu);
  const cut = at('2026-11-23T11:00:00Z');
  const sold = (id: string, now: number, asOf: number | null) => {
    const prices = heldPrices(offers, { now, zone: london }, asOf);
    const found = prices.get(id);
    return found && 'cost' in found ? `${found.cost}${prices.risen.length > 0 ? ' risen' : ''}` : 'no';
  };

  it.each([
    ['the menu of an hour before, at the cut', 0, -60, '450'],
    ['the same, five minutes after', 5 * MINUTE_MS - 1, -60, '450'],
    ['the same, later', 5 * MINUTE_MS, -60, 'no'],
    ['the menu of a minute after', 2 * MINUTE_MS, 1, 'no'],
    ['a menu of the future', 2 * MINUTE_MS, 600, 'no'],
    ['a menu of years before, within five minutes', 2 * MINUTE_MS, -1_000_000, '450'],
    ['a menu of years before, later', 6 * MINUTE_MS, -1_000_000, 'no'],
  ])('%s', (_what, after, asOfMinutes, wanted) => {
    expect(sold('Porridge', cut + after, cut + asOfMinutes * MINUTE_MS)).toBe(wanted);
  });

  it('without a moment only the hours of now count', () => {
    expect(sold('Porridge', cut - 1, null)).toBe('450');
    expect(sold('Porridge', cut, null)).toBe('no');
  });

  it('a happy hour’s price is kept for five minutes; then nobody is charged more than they saw', () => {
    const end = at('2026-11-23T18:30:00Z');
    expect(sold('Bitter', end - 1, end - 60_000)).toBe('400');
    expect(sold('Bitter', end + 4 * MINUTE_MS, end - 60_000)).toBe('400');
    expect(sold('Bitter', end + 6 * MINUTE_MS, end - 60_000)).toBe('520 risen');
    expect(sold('Bitter', end + 6 * MINUTE_MS, end)).toBe('520');
    expect(sold('Bitter', end + 6 * MINUTE_MS, null)).toBe('520');
    const begins = at('2026-11-23T17:00:00Z');
    expect(sold('Bitter', begins, begins - 60_000)).toBe('400');
  });
});

const nextChangeOf = (now: number, zone: string): number => {
  // Hours may change without changing what is served, as where two windows meet.
  const before = served(now, zone).join('\n');
  let next = now;
  do next = nextMenuChange(menu, { now: next, zone });
  while (next !== Infinity && served(next, zone).join('\n') === before);
  return next;
};
