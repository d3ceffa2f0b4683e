import { useId, type InputHTMLAttributes } from 'react';
import './field.css';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  hint?: string;
};

/** One line of input under its label; an error stands beside it and is read with it. */
export function Field({ label, error, hint, ...input }: FieldProps) {
  const id = useId();
  const about = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={about ? `${id}-about` : undefined}
      />
      {about && (
        <p id={`${id}-about`} className={error ? 'field-error' : 'field-hint'}>
          {about}
        </p>
      )}
    </div>
  );
}
