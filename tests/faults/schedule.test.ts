import { expect, it } from 'vitest';
import { scheduleOf, subjects, type Fault } from './schedule.ts';

const options = {
  mode: 'two-servers',
  span: 120_000,
  pause: 2_000,
  unattended: { times: 2, lasts: 3_000 },
} as const;
const seeds = Array.from({ length: 50 }, (_, n) => n + 1);
const endOf = ({ at, lasts }: Fault) => at + lasts;

it('is the same for the same seed, and another for another', () => {
  expect(scheduleOf(7, options)).toEqual(scheduleOf(7, options));
  expect(scheduleOf(7, options)).not.toEqual(scheduleOf(8, options));
});

it.each(seeds)('seed %i: begins in order and in time, and strikes nothing twice at once', (seed) => {
  const faults = scheduleOf(seed, options);
  expect(faults.map(({ at }) => at)).toEqual(faults.map(({ at }) => at).toSorted((a, b) => a - b));
  for (const on of subjects) {
    const own = faults.filter((fault) => fault.on === on);
    expect(own.length).toBeGreaterThan(on === 'outlet' ? 1 : 3);
    for (const [n, fault] of own.entries()) {
      expect(fault.at).toBeLessThan(options.span);
      expect(fault.at).toBeGreaterThanOrEqual(n === 0 ? 0 : endOf(own[n - 1] as Fault));
      expect(fault.amount).toBeLessThan(1);
    }
  }
});

it.each(seeds)('seed %i: strikes a subject with every kind before it repeats one', (seed) => {
  const own = scheduleOf(seed, options).filter(({ on }) => on === 'platform');
  expect(new Set(own.slice(0, 4).map(({ kind }) => kind)).size).toBe(Math.min(4, own.length));
});

it('kills no PostgreSQL where there is none', () => {
  const kinds = seeds.flatMap((seed) => scheduleOf(seed, { ...options, mode: 'embedded' }));
  expect(kinds.some(({ kind }) => kind === 'PostgreSQL killed' || kind.startsWith('Redis'))).toBe(false);
  expect(kinds.some(({ kind }) => kind === 'server killed')).toBe(true);
});
