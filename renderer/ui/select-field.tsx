import { useId } from 'react';
import './field.css';

type SelectFieldProps<Value extends string | number> = {
  id?: string;
  label: string;
  /** Replaces the label for screen readers, if that is clear only beside others. */
  accessibleLabel?: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  error?: string | undefined;
  hint?: string;
  onChange: (value: Value) => void;
};

/** One of many options under its label, in the system's own list. */
export function SelectField<Value extends string | number>({
  label,
  accessibleLabel,
  value,
  options,
  error,
  hint,
  onChange,
  ...own
}: SelectFieldProps<Value>) {
  const ownId = useId();
  const { id = ownId } = own;
  const about = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-label={accessibleLabel}
        aria-invalid={error ? true : undefined}
        aria-describedby={about ? `${id}-about` : undefined}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {about && (
        <p id={`${id}-about`} className={error ? 'field-error' : 'field-hint'}>
          {about}
        </p>
      )}
    </div>
  );
}
