import { describe, expect, it } from 'vitest';
import { menuWithHours } from '../../tests/support/samples/menu-with-hours.ts';
import type { PutOff } from '../base/menu-hours.ts';
import { lastOrdersOf, menuHoursOf, putOffLater } from './last-orders.ts';
import { menuAt } from './served.ts';

const zone = 'Europe/London';
const at = (time: string) => Date.parse(time);
const without = (...ids: string[]) => menuWithHours.filter(({ id }) => !ids.includes(id));
const shown = (menu: typeof menuWithHours, time: string, putOff: PutOff[] = []) => {
  const found = lastOrdersOf(menuHoursOf(menu), { now: at(time), zone, putOff });
  return found && [new Date(found.at).toISOString().slice(5, 16), found.names.join(), found.all];
};

describe('last orders (D58)', () => {
  it('are the next moment after which a category, or nothing, can be ordered', () => {
    // A Friday.
    expect(shown(menuWithHours, '2026-11-27T10:00:00Z')).toEqual(['11-27T11:00', 'Breakfast', false]);
    expect(shown(menuWithHours, '2026-11-27T11:00:00Z')).toBeNull();
    expect(shown(menuWithHours, '2026-11-27T12:00:00Z')).toEqual(['11-27T15:00', 'Mains', false]);
    // Its items' own hours end a category that has none.
    expect(shown(menuWithHours, '2026-11-27T23:00:00Z')).toEqual(['11-28T02:00', 'Cocktails', false]);
    const limited = without('beer', 'soft');
    expect(shown(limited, '2026-11-27T12:00:00Z')).toEqual(['11-27T15:00', 'Mains', true]);
    expect(shown(without('breakfast', 'mains', 'cocktails'), '2026-11-27T12:00:00Z')).toBeNull();
  });

  it('agree with the menu that guests read in every minute of a week', () => {
    const menu = without('beer', 'soft');
    const hours = menuHoursOf(menu);
    const names = (now: number) => menuAt(menu, { now, zone }).map(({ name }) => name);
    let last: ReturnType<typeof lastOrdersOf> = null;
    for (let now = at('2026-11-23T00:00:00Z'); now < at('2026-11-30T00:00:00Z'); now += 60_000) {
      if (last && now < last.at) {
        for (const name of last.names) if (!names(now).includes(name)) expect(names(now)).toContain(name);
        continue;
      }
      if (last) {
        for (const name of last.names) expect(names(now)).not.toContain(name);
        if (last.all) expect(names(now)).toEqual([]);
      }
      last = lastOrdersOf(hours, { now, zone });
      if (!last) expect(names(now).length, new Date(now).toISOString()).toBe(0);
    }
  });

  it('are fifteen minutes later with each press', () => {
    const end = at('2026-11-27T15:00:00Z');
    const first = putOffLater(end, []);
    expect(first).toEqual({ at: '2026-11-27T15:00:00.000Z', until: '2026-11-27T15:15:00.000Z' });
    expect(shown(menuWithHours, '2026-11-27T14:59:00Z', [first])).toEqual(['11-27T15:15', 'Mains', false]);
    const second = putOffLater(end + 15 * 60_000, [first]);
    expect(second).toEqual({ at: '2026-11-27T15:00:00.000Z', until: '2026-11-27T15:30:00.000Z' });
    expect(shown(menuWithHours, '2026-11-27T15:20:00Z', [second])).toEqual(['11-27T15:30', 'Mains', false]);
  });
});
