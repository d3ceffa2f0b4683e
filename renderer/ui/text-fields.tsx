import { useId, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import { formatPence } from '#shared/base/money.ts';
import { amountCharacters, parsePounds } from '#shared/base/typed-amounts.ts';
import { Field } from './field.tsx';
import { FieldError } from './field-notes.tsx';

type About = { label: string; error?: string | undefined };

/** Several lines of text under their label. */
export function TextArea({ label, error, ...area }: About & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={3} {...area} {...errorProps(id, error)} />
      <ErrorBelow id={id} error={error} />
    </div>
  );
}

/** One of a few options, in the system's own list. */
export function NativeSelect({ label, error, ...select }: About & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} {...errorProps(id, error)} />
      <ErrorBelow id={id} error={error} />
    </div>
  );
}

type PoundsFieldProps = About & { value: string; onChange: (typed: string) => void };

/** An amount that is formatted when it loses the focus: two decimals, and separated thousands. */
export function PoundsField({ label, error, value, onChange }: PoundsFieldProps) {
  const amount = parsePounds(value);
  return (
    <Field
      pounds
      label={label}
      error={error}
      value={value}
      // Pasted amounts are accepted as people write them, and as their tills print them.
      onChange={({ target }) => onChange(amountCharacters(target.value))}
      onBlur={() => amount !== null && onChange(formatPence(amount).slice(1))}
    />
  );
}

function errorProps(id: string, error: string | undefined) {
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-about` : undefined };
}

function ErrorBelow({ id, error }: { id: string; error: string | undefined }) {
  return error ? <FieldError id={`${id}-about`}>{error}</FieldError> : null;
}
