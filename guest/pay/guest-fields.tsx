import type { ComponentChildren } from 'preact';
import type { AtPlace } from '#shared/api/guest-pages.ts';
import { keep, type Kept } from '../base/kept.ts';
import type { Missing } from './use-paying.ts';

const LONGEST = { customerName: 80, tableNumber: 20, note: 300 };

type GuestFieldsProps = AtPlace & { kept: Kept; problems: Missing };

/** Who orders, for which table, and what the kitchen must know. */
export function GuestFields({ menu: { outlet }, table, kept, problems }: GuestFieldsProps) {
  const set = (change: Partial<Kept>) => void keep(outlet.id, () => change);
  const fields = { kept, problems, set };
  return (
    <>
      <LineField id="customerName" label="Your name" autocomplete="name" {...fields} />
      {outlet.serviceTypeSelected === 'table-number' && !table && (
        <LineField id="tableNumber" label="Your table’s number" autocomplete="off" {...fields} />
      )}
      <Field id="note" label="A note, or an allergy (if there is one)">
        <textarea
          id="note"
          rows={2}
          maxLength={LONGEST.note}
          value={kept.note}
          onInput={({ currentTarget }) => set({ note: currentTarget.value })}
        />
      </Field>
    </>
  );
}

type LineName = 'customerName' | 'tableNumber';

type LineFieldProps = Pick<GuestFieldsProps, 'kept' | 'problems'> & {
  id: LineName;
  label: string;
  autocomplete: string;
  set: (change: Partial<Record<LineName, string>>) => void;
};

/** What a guest writes in one line. */
function LineField({ id, label, autocomplete, kept, problems, set }: LineFieldProps) {
  const problem = problems[id];
  return (
    <Field id={id} label={label} problem={problem}>
      <input
        id={id}
        type="text"
        autocomplete={autocomplete}
        maxLength={LONGEST[id]}
        value={kept[id]}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
        onInput={({ currentTarget }) => set({ [id]: currentTarget.value })}
      />
    </Field>
  );
}

type FieldProps = {
  id: string;
  label: string;
  problem?: string | undefined;
  children: ComponentChildren;
};

function Field({ id, label, problem, children }: FieldProps) {
  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {problem && (
        <p id={`${id}-problem`} class="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
