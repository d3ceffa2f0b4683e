import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Outlet } from '#shared/api/outlets.ts';
import {
  failureMessage,
  useAddOutletMutation,
  useEditOutletMutation,
  useLazyOutletQuery,
} from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { DialogWithForm } from '../../ui/dialog-with-form.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { OutletProfileFields } from './outlet-profile-fields.tsx';
import {
  bodyOf,
  changesOf,
  emptyProfile,
  errorsOf,
  profileOf,
  type OutletProfile,
} from './outlet-profile.ts';

/** Adds an outlet, which then waits for review, or edits the given one. */
export function OutletProfileDialog({ outlet, onClose }: { outlet?: Outlet; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [opened] = useState(outlet);
  const [profile, setProfile] = useState(() => (opened ? profileOf(opened) : emptyProfile));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [add, adding] = useAddOutletMutation();
  const [readAgain, reading] = useLazyOutletQuery();
  const [edit, editing] = useEditOutletMutation();
  const toast = useToast();

  function change(part: Partial<OutletProfile>) {
    setProfile((known) => ({ ...known, ...part }));
    setErrors((known) => Object.fromEntries(Object.entries(known).filter(([name]) => !(name in part))));
  }

  /** Rendered at once, so that the first invalid field can get the focus. */
  function show(found: Record<string, string>) {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  async function saveChanges(before: Outlet) {
    const { data: now, error } = await readAgain(before.id);
    if (error || !now) return { error };
    return edit({ outletId: before.id, body: changesOf(profile, before, now) });
  }

  async function save() {
    const found = errorsOf(profile);
    if (Object.keys(found).length > 0) return show(found);
    const { data, error } = opened ? await saveChanges(opened) : await add(bodyOf(profile, []));
    if (data) {
      toast('success', opened ? `${data.name} was saved.` : `${data.name} was added and waits for review.`);
      return onClose();
    }
    // The typed values stay in the form, with the server's messages beside them.
    const { fields } = error as Failure;
    show(Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.split('.')[0], words])));
    return toast('error', failureMessage(error) ?? '');
  }

  return (
    <DialogWithForm
      title="Outlet profile"
      wide
      holdsTyping
      busy={adding.isLoading || reading.isFetching || editing.isLoading}
      form={{ ref: form }}
      onSubmit={save}
      onClose={onClose}
    >
      <OutletProfileFields profile={profile} errors={errors} onChange={change} />
    </DialogWithForm>
  );
}
