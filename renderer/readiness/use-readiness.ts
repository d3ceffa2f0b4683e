import { useEffect, useMemo, useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import type { Finding } from '#shared/api/readiness.ts';
import { readinessChecks, type ReadinessCheck } from '#shared/base/readiness.ts';
import type { NotifyOutcome } from '#shared/host/alerts.ts';
import { useServices } from '../state/hooks.ts';
import { CHECK_MS, checksOf, within, type Checked } from './checks.ts';
import { noteHeard, soundNow } from './sound-heard.ts';

/** What each check has found: nothing yet, or null where there is nothing to check. */
type Found = Partial<Record<ReadinessCheck, Checked | null>>;

/** Runs all checks at once; each result comes as soon as it is known. */
export function useReadiness(outlet: Outlet, notify: Promise<NotifyOutcome>) {
  const { platform, client } = useServices();
  const [found, setFound] = useState<Found>({});
  const [sound, setSound] = useState(() => soundNow(platform));

  useEffect(
    function runAllChecks() {
      let wanted = true;
      for (const [name, check] of Object.entries(checksOf({ outlet, platform, client, notify })))
        void within(CHECK_MS, check).then((result) => {
          if (wanted) setFound((before) => ({ ...before, [name]: result }));
        });
      const look = () => setSound(soundNow(platform));
      const ends = [platform.onSilentChanged(look), platform.onPreferencesChanged(look)];
      return () => {
        wanted = false;
        ends.forEach((end) => end());
      };
    },
    // Checked once, when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [],
  );

  return useMemo(() => {
    const rows = readinessChecks.flatMap((check) => {
      const result = check === 'sound' ? (sound ?? undefined) : found[check];
      return result === null ? [] : [{ check, result }];
    });
    const findings = rows.flatMap(({ check, result }): Finding[] => (result ? [{ check, ...result }] : []));
    return {
      rows,
      findings,
      /** Every check is done, and none found a fault. */
      ready: findings.length === rows.length && findings.every(({ state }) => state !== 'fault'),
      heardTheBell(): void {
        noteHeard(platform);
        setSound(soundNow(platform));
      },
    };
  }, [found, sound, platform]);
}
