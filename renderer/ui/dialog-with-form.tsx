import { useId, type ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import rowStyles from './row.module.css';

type DialogWithFormProps = Omit<ComponentProps<typeof Dialog>, 'actions' | 'cancels'> & {
  /** What its button says. */
  submit?: string;
  /** It is being sent. */
  busy: boolean;
  /** There is nothing to choose from. */
  disabled?: boolean;
  form?: Omit<ComponentProps<'form'>, 'id' | 'onSubmit'>;
  onSubmit: () => unknown;
};

/** A dialog with one form, which is cancelled or sent. */
export function DialogWithForm({
  submit = 'Save',
  busy,
  disabled = false,
  form,
  onSubmit,
  children,
  ...dialog
}: DialogWithFormProps) {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      cancels
      actions={
        <Button type="submit" form={id} tone="primary" busy={busy} disabled={disabled}>
          {submit}
        </Button>
      }
    >
      <form
        className={rowStyles.rows}
        noValidate
        {...form}
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
