import {
  allergenKinds,
  allergenLabels,
  allergens,
  allergensWithKinds,
  kindLabels,
  kindsOf,
  kindWords,
} from '#shared/base/allergens.ts';
import type { StatementValues } from '../../catalog-model/statement-form.ts';
import { Check } from '../../ui/check.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FieldError } from '../../ui/field-notes.tsx';
import styles from './statement-fields.module.css';

const choices = [
  { value: '', label: 'Not stated' },
  { value: 'none', label: 'None of the 14' },
  { value: 'contains', label: 'Contains…' },
] as const;

type StatementFieldsProps = {
  label: string;
  values: StatementValues;
  error?: string | undefined;
  onChange: (values: StatementValues) => void;
};

/** The allergens of one item or option: not stated, none of the fourteen, or which. */
export function StatementFields({ label, values, error = '', onChange }: StatementFieldsProps) {
  return (
    <div className={styles.statement}>
      <Choice
        label={label}
        value={values.stated}
        options={choices}
        onChange={(stated) => onChange({ ...values, stated })}
      />
      {values.stated === 'contains' && (
        <>
          <Ticks
            legend="It contains"
            all={allergens}
            labels={allergenLabels}
            ticked={values.allergens}
            invalid={error !== ''}
            onChange={(name, on) =>
              onChange({ ...values, allergens: changed(allergens, values.allergens, name, on) })
            }
          />
          {error !== '' && <FieldError role="alert">{error}</FieldError>}
          {allergensWithKinds
            .filter((name) => values.allergens.includes(name))
            .map((name) => (
              <Ticks
                key={name}
                legend={`Which ${kindWords[name]}`}
                all={kindsOf(name)}
                labels={kindLabels[name]}
                ticked={values.allergenKinds}
                onChange={(kind, on) =>
                  onChange({
                    ...values,
                    allergenKinds: changed(allergenKinds, values.allergenKinds, kind, on),
                  })
                }
              />
            ))}
        </>
      )}
    </div>
  );
}

type TicksProps<T extends string> = {
  legend: string;
  all: readonly T[];
  labels: Partial<Record<T, string>>;
  ticked: readonly T[];
  invalid?: boolean;
  onChange: (name: T, on: boolean) => void;
};

function Ticks<T extends string>({ legend, all, labels, ticked, invalid = false, onChange }: TicksProps<T>) {
  return (
    <fieldset className={styles.allergens}>
      <legend>{legend}</legend>
      {all.map((name, index) => (
        <Check key={name}>
          <input
            type="checkbox"
            aria-invalid={(index === 0 && invalid) || undefined}
            checked={ticked.includes(name)}
            onChange={({ target }) => onChange(name, target.checked)}
          />
          {labels[name]}
        </Check>
      ))}
    </fieldset>
  );
}

/** The ticked ones in the usual order, with one ticked or not. */
function changed<T>(all: readonly T[], ticked: readonly T[], one: T, on: boolean): T[] {
  return all.filter((other) => (other === one ? on : ticked.includes(other)));
}
