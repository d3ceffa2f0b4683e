import { expect, it } from 'vitest';
import { usualLimits } from '../../limits/limits.ts';
import { testClock } from '../../testing/server.ts';
import { cardWaves } from './card-waves.ts';

it('a wave of declines is over with its time, and does not last for as long as the clock was ahead before it was set back', () => {
  const clock = testClock();
  clock.stop();
  const { most, seconds } = usualLimits['declines-server'];
  const waves = cardWaves(usualLimits, clock);
  waves.count(most);
  expect(waves.isOn()).toBe(true);
  clock.advance((seconds ?? 0) * 1000);
  expect(waves.isOn()).toBe(false);
  waves.count(most);
  clock.advance(-24 * 3_600_000);
  expect(waves.isOn()).toBe(false);
  waves.count(most);
  expect(waves.isOn()).toBe(true);
});
