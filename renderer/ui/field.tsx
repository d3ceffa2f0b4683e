import { useId, type InputHTMLAttributes } from 'react';
import './field.css';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** An amount of pounds and pence, after a £ that is not part of the text. */
  pounds?: boolean;
};

/** One line of input under its label; an error is shown beside it and read with it. */
export function Field({ label, error, hint, pounds = false, ...attributes }: FieldProps) {
  const ownId = useId();
  const { id = ownId } = attributes;
  const about = error ?? hint;
  const input = (
    <input
      {...(pounds && amountAttributes)}
      {...attributes}
      id={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={about ? `${id}-about` : undefined}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {pounds ? (
        <div className="pounds">
          <span aria-hidden="true">£</span>
          {input}
        </div>
      ) : (
        input
      )}
      {about && (
        <p id={`${id}-about`} className={error ? 'field-error' : 'field-hint'}>
          {about}
        </p>
      )}
    </div>
  );
}

const amountAttributes = {
  className: 'figures',
  inputMode: 'decimal',
  autoComplete: 'off',
  placeholder: '0.00',
} as const;
