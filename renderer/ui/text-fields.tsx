import { useId, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react';
import { formatPence, parsePounds } from '#shared/money.ts';
import './field.css';

type About = { label: string; error?: string | undefined };

/** Several lines of text under their label. */
export function TextArea({ label, error, ...area }: About & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={3} {...area} {...errorProps(id, error)} />
      <FieldError id={id} error={error} />
    </div>
  );
}

/** A choice of a few. */
export function Choice({ label, error, ...select }: About & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} {...errorProps(id, error)} />
      <FieldError id={id} error={error} />
    </div>
  );
}

type PoundsFieldProps = About & { value: string; onChange: (typed: string) => void };

/** Pounds and pence after a £ that is no part of the text (spec §5); once left, with two decimals and its thousands apart. */
export function PoundsField({ label, error, value, onChange }: PoundsFieldProps) {
  const id = useId();
  const amount = parsePounds(value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="pounds">
        <span aria-hidden="true">£</span>
        <input
          id={id}
          className="figures"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={value}
          // Pasted as people write it, and as their tills print it; what is not of an amount falls away.
          onChange={({ target }) => onChange(target.value.replace(/[^\d.,]/g, ''))}
          onBlur={() => amount !== null && onChange(formatPence(amount).slice(1))}
          {...errorProps(id, error)}
        />
      </div>
      <FieldError id={id} error={error} />
    </div>
  );
}

function errorProps(id: string, error: string | undefined) {
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? `${id}-about` : undefined };
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <p id={`${id}-about`} className="field-error">
      {error}
    </p>
  ) : null;
}
