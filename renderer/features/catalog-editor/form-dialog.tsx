import { useRef, useState, type FormEvent } from 'react';
import { assertNever } from '#shared/base/assert-never.ts';
import {
  asOpened,
  editOf,
  hasItsPlace,
  problemsOf,
  type CategoryValues,
  type OpenForm,
  type Problems,
} from '../../catalog-model/forms.ts';
import { same } from '../../api/same.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field-notes.tsx';
import { useEditing } from './editing.tsx';
import { ItemFields } from './item-fields.tsx';
import { ModifierFields } from './modifier-fields.tsx';
import { NameField } from './name-field.tsx';
import { ServingFields } from './serving-fields.tsx';
import styles from './form-dialog.module.css';

/** The open popup. What is typed in it is persisted, too, until it is saved or cancelled. */
export function FormDialog({ form }: { form: OpenForm }) {
  const { editor } = useEditing();
  const persisted = useReady(editor, (state) => state.formPersisted);
  const hasPlace = useReady(editor, ({ content }) => hasItsPlace(content, form));
  const [tried, setTried] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const problems = tried ? problemsOf(form) : {};
  const isNew = !same(form.values, form.before);
  const close = () => editor.setForm(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!hasPlace) return element.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
    if (Object.keys(problemsOf(form)).length === 0) {
      editor.editSince(asOpened(form), editOf(form));
      return close();
    }
    setTried(true);
    // After the fields are marked.
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }

  return (
    <Dialog
      title={titleOf(form)}
      holdsTyping
      wide={form.kind === 'modifier'}
      onClose={close}
      actions={
        <>
          {isNew && persisted && <span className={styles.persisted}>Kept here until you save</span>}
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form="editor-form" tone="primary">
            {isAdding(form) ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <form ref={element} id="editor-form" className={styles.form} onSubmit={submit} noValidate>
        {!hasPlace && (
          <FieldError role="alert" tabIndex={-1}>
            {isAdding(form)
              ? 'A colleague has removed what this would be added to.'
              : 'A colleague has removed this.'}{' '}
            What you typed stays here until you cancel.
          </FieldError>
        )}
        <Fields form={form} problems={problems} />
      </form>
    </Dialog>
  );
}

function Fields({ form, problems }: { form: OpenForm; problems: Problems }) {
  const { editor } = useEditing();
  switch (form.kind) {
    case 'catalog':
      return (
        <NameField
          value={form.values.name}
          problems={problems}
          onChange={(name) => editor.setForm({ ...form, values: { name } })}
        />
      );
    case 'category':
      return (
        <CategoryFields
          values={form.values}
          problems={problems}
          onChange={(values) => editor.setForm({ ...form, values })}
        />
      );
    case 'item':
      return (
        <ItemFields
          values={form.values}
          problems={problems}
          onChange={(values) => editor.setForm({ ...form, values })}
        />
      );
    case 'modifier':
      return (
        <ModifierFields
          values={form.values}
          problems={problems}
          onChange={(values) => editor.setForm({ ...form, values })}
        />
      );
    default:
      return assertNever(form);
  }
}

type CategoryFieldsProps = {
  values: CategoryValues;
  problems: Problems;
  onChange: (values: CategoryValues) => void;
};

function CategoryFields({ values, problems, onChange }: CategoryFieldsProps) {
  const set = (change: Partial<CategoryValues>) => onChange({ ...values, ...change });
  return (
    <>
      <NameField value={values.name} problems={problems} onChange={(name) => set({ name })} />
      <ServingFields of="category" values={values} problems={problems} onChange={set} />
    </>
  );
}

function isAdding(form: OpenForm): boolean {
  switch (form.kind) {
    case 'catalog':
      return false;
    case 'category':
      return form.place === null;
    case 'item':
      return form.place.itemId === undefined;
    case 'modifier':
      return form.place.modifierId === undefined;
    default:
      return assertNever(form);
  }
}

function titleOf(form: OpenForm): string {
  return form.kind === 'catalog' ? 'Edit catalog name' : `${isAdding(form) ? 'Add' : 'Edit'} ${form.kind}`;
}
