import { useId } from 'react';
import styles from './range.module.css';

type RangeProps = {
  id?: string;
  label: string;
  /** 0 to 100, in tens. */
  value: number;
  /** The value in words. */
  shown: string;
  onChange: (value: number) => void;
};

export function Range({ label, value, shown, onChange, ...own }: RangeProps) {
  const ownId = useId();
  const { id = ownId } = own;
  return (
    <div className={styles.range}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={10}
        value={value}
        aria-valuetext={shown}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <output htmlFor={id} className="figures">
        {shown}
      </output>
    </div>
  );
}
