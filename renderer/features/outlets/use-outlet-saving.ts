import { useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { v4 as newKey } from 'uuid';
import { useAddOutletMutation } from '../../api/api-slice.ts';
import { bodyOf, changesOf, type OutletProfile } from './outlet-profile.ts';
import { useOutletEdit } from './use-outlet-edit.ts';

/** Saves a form's profile: as a new outlet, which is one however often it is sent, or in the given one. */
export function useOutletSaving(opened: Outlet | undefined) {
  const [idempotencyKey] = useState(() => newKey());
  const [add, adding] = useAddOutletMutation();
  const { edit, editing } = useOutletEdit();
  return {
    save: (profile: OutletProfile) =>
      opened
        ? edit(opened.id, (now) => changesOf(profile, opened, now))
        : add({ body: bodyOf(profile, []), idempotencyKey }),
    saving: adding.isLoading || editing,
  };
}
