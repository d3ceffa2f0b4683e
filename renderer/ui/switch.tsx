import { useId } from 'react';
import styles from './switch.module.css';

type SwitchProps = {
  id?: string;
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** On or off, applied at once. */
export function Switch({ id, label, hint, checked, onChange }: SwitchProps) {
  const hintId = useId();
  return (
    <label className={styles.switch}>
      <span className={styles.text}>
        <span className={styles.label}>{label}</span>
        {hint && (
          <span id={hintId} className="field-hint">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        aria-describedby={hint ? hintId : undefined}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
