import { useId } from 'react';
import styles from './choice.module.css';
import controlStyles from './control.module.css';

type ChoiceProps<Value extends string | number> = {
  /** Of the whole choice. */
  id?: string;
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** One of a few options, all visible. */
export function Choice<Value extends string | number>({
  id,
  label,
  value,
  options,
  onChange,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset id={id} className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={`${controlStyles.control} ${styles.option}`}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
