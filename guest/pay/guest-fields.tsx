import type { ComponentChildren } from 'preact';
import type { AtPlace } from '#shared/api/guest-pages.ts';
import { keep, type Kept } from '../base/kept.ts';
import type { Missing } from './use-paying.ts';

const LONGEST = { customerName: 80, tableNumber: 20, note: 300 };

type GuestFieldsProps = AtPlace & { kept: Kept; problems: Missing };

/** Who orders, for which table, and what the kitchen must know. */
export function GuestFields({ menu: { outlet }, table, kept, problems }: GuestFieldsProps) {
  const set = (change: Partial<Kept>) => void keep(outlet.id, () => change);
  return (
    <>
      <Field id="customerName" label="Your name" problem={problems.customerName}>
        <input
          id="customerName"
          type="text"
          autocomplete="name"
          maxLength={LONGEST.customerName}
          value={kept.customerName}
          aria-invalid={problems.customerName !== undefined}
          aria-describedby={problems.customerName && 'customerName-problem'}
          onInput={({ currentTarget }) => set({ customerName: currentTarget.value })}
        />
      </Field>
      {outlet.serviceTypeSelected === 'table-number' && !table && (
        <Field id="tableNumber" label="Your table’s number" problem={problems.tableNumber}>
          <input
            id="tableNumber"
            type="text"
            autocomplete="off"
            maxLength={LONGEST.tableNumber}
            value={kept.tableNumber}
            aria-invalid={problems.tableNumber !== undefined}
            aria-describedby={problems.tableNumber && 'tableNumber-problem'}
            onInput={({ currentTarget }) => set({ tableNumber: currentTarget.value })}
          />
        </Field>
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
