import { expect, it } from 'vitest';
import { timeZoneOptions } from './time-zone-options.ts';

it('each zone is found by its city, and a zone that this browser does not know stays', () => {
  const options = timeZoneOptions('Mars/Olympus_Mons');
  expect(options).toContainEqual({ value: 'Pacific/Auckland', label: 'Auckland (Pacific)' });
  expect(options).toContainEqual({ value: 'Mars/Olympus_Mons', label: 'Olympus Mons (Mars)' });
  const labels = options.map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other)));
});
