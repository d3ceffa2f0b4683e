import { Field } from '../../ui/field.tsx';

type NumberFieldProps = {
  id?: string;
  label: string;
  hint?: string;
  error?: string | undefined;
  /** Null if it is empty. */
  value: number | null;
  min: number;
  max: number;
  /** Only whole numbers. */
  whole?: boolean;
  onChange: (value: number | null) => void;
};

/** A number, which goes to the nearest that is allowed when it loses the focus. */
export function NumberField({ value, whole = false, onChange, ...field }: NumberFieldProps) {
  const { min, max } = field;
  return (
    <Field
      {...field}
      type="number"
      inputMode={whole ? 'numeric' : 'decimal'}
      step={whole ? 1 : 'any'}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
      onBlur={() => {
        if (value !== null) onChange(Math.min(max, Math.max(min, whole ? Math.round(value) : value)));
      }}
    />
  );
}
