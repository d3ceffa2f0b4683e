import { useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { useAppSelector, useServices } from '../../state/hooks.ts';
import type { Services } from '../../state/store.ts';
import { emptyProfile, profileOf, type OutletProfile } from './outlet-profile.ts';

/** A profile as it is typed, and the outlet as it was when that began; none for a new one. */
type Draft = { opened: Outlet | undefined; profile: OutletProfile };

/** What was typed and neither saved nor cancelled, by account and outlet, for as long as a page is open. */
const draftsOf = new WeakMap<Services, Map<string, Draft>>();

/**
 * The profile in a form of an outlet, or of a new one. A form that is left otherwise than by `close`, as by the browser’s
 * Back, or because the session ended, goes on where it was when it is opened again: `goesOn` says so.
 */
export function useProfileDraft(outlet: Outlet | undefined, onClose: () => void) {
  const account = useAppSelector(({ session }) => (session.status === 'signed-in' ? session.account.id : ''));
  const services = useServices();
  const drafts = draftsOf.get(services) ?? new Map<string, Draft>();
  draftsOf.set(services, drafts);
  const [key] = useState(`${account} ${outlet?.id ?? 'new'}`);
  const [goesOn] = useState(() => drafts.has(key));
  const [draft, setDraft] = useState<Draft>(
    () => drafts.get(key) ?? { opened: outlet, profile: outlet ? profileOf(outlet) : emptyProfile },
  );
  return {
    ...draft,
    goesOn,
    change(part: Partial<OutletProfile>) {
      const { opened, profile } = drafts.get(key) ?? draft;
      const changed = { opened, profile: { ...profile, ...part } };
      drafts.set(key, changed);
      setDraft(changed);
    },
    close() {
      drafts.delete(key);
      onClose();
    },
  };
}
