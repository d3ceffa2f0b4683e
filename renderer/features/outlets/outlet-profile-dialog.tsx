import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage, useAddOutletMutation, useEditOutletMutation } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { DialogWithForm } from '../../ui/dialog-with-form.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { OutletProfileFields } from './outlet-profile-fields.tsx';
import { bodyOf, emptyProfile, errorsOf, profileOf, type OutletProfile } from './outlet-profile.ts';

/** Adds an outlet, which then waits for review, or edits the given one. */
export function OutletProfileDialog({ outlet, onClose }: { outlet?: Outlet; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [profile, setProfile] = useState(() => (outlet ? profileOf(outlet) : emptyProfile));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [add, adding] = useAddOutletMutation();
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

  async function save() {
    const found = errorsOf(profile);
    if (Object.keys(found).length > 0) return show(found);
    const body = bodyOf(profile, outlet?.services ?? []);
    const { data, error } = outlet ? await edit({ outletId: outlet.id, body }) : await add(body);
    if (data) {
      toast('success', outlet ? `${data.name} was saved.` : `${data.name} was added and waits for review.`);
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
      busy={adding.isLoading || editing.isLoading}
      form={{ ref: form }}
      onSubmit={save}
      onClose={onClose}
    >
      <OutletProfileFields profile={profile} errors={errors} onChange={change} />
    </DialogWithForm>
  );
}
