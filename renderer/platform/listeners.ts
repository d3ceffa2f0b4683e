import type { Unsubscribe } from '#shared/host/port.ts';

/** A set of listeners for one event of a host. */
export function listeners<Told>() {
  const all = new Set<(told: Told) => void>();
  return {
    add(listener: (told: Told) => void): Unsubscribe {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell(told: Told): void {
      for (const listener of all) listener(told);
    },
  };
}

export type Listeners<Told> = ReturnType<typeof listeners<Told>>;
