import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage } from '../../api/api-slice.ts';
import { wasDoneOtherwise, type Failure } from '../../api/failure.ts';
import { DialogWithForm } from '../../ui/dialog-with-form.tsx';
import { FieldHint } from '../../ui/field-notes.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { OutletProfileFields } from './outlet-profile-fields.tsx';
import { errorsOf, type OutletProfile } from './outlet-profile.ts';
import { useOutletSaving } from './use-outlet-saving.ts';
import { useProfileDraft } from './use-profile-draft.ts';

/** Adds an outlet, which then waits for review, or edits the given one. */
export function OutletProfileDialog({ outlet, onClose }: { outlet?: Outlet; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { opened, profile, goesOn, change: changeDraft, close } = useProfileDraft(outlet, onClose);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { save, saving } = useOutletSaving(opened);
  const toast = useToast();

  function change(part: Partial<OutletProfile>) {
    changeDraft(part);
    setErrors((known) => Object.fromEntries(Object.entries(known).filter(([name]) => !(name in part))));
  }

  /** Rendered at once, so that the first invalid field can get the focus. */
  function show(found: Record<string, string>) {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  async function submit() {
    const found = errorsOf(profile);
    if (Object.keys(found).length > 0) return show(found);
    const { data, error } = await save(profile);
    if (data) {
      toast('success', opened ? `${data.name} was saved.` : `${data.name} was added and waits for review.`);
      return close();
    }
    // Neither of them: the session has ended meanwhile, and the screen with it.
    if (!error) return;
    if (wasDoneOtherwise(error as Failure)) {
      toast('warning', 'The first press has added it, as the form was then. Change it in the list.');
      return close();
    }
    // The typed values stay in the form, with the server's messages beside them.
    const { fields } = error as Failure;
    show(Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.split('.')[0], words])));
    toast('error', failureMessage(error) ?? '');
  }

  return (
    <DialogWithForm
      title="Outlet profile"
      wide
      holdsTyping
      busy={saving}
      form={{ ref: form }}
      onSubmit={submit}
      onClose={close}
    >
      {goesOn && <LeftBefore />}
      <OutletProfileFields profile={profile} errors={errors} onChange={change} />
    </DialogWithForm>
  );
}

function LeftBefore() {
  return (
    <FieldHint role="status">You left this form before it was saved. What you typed is still here.</FieldHint>
  );
}
