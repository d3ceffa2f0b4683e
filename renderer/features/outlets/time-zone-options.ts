const named = (zone: string) => {
  const parts = zone.replaceAll('_', ' ').split('/');
  const city = parts.pop() ?? '';
  return parts.length === 0 ? city : `${city} (${parts.join(', ')})`;
};

/** Every time zone by its city, so that typing a city finds it; `current` even if this browser does not know it. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), current])]
    .map((zone) => ({ value: zone, label: named(zone) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
