import { Plus, Trash2 } from 'lucide-react';
import { dayName, weekdays, type Hours, type HoursWindow } from '#shared/base/menu-hours.ts';
import type { Problems } from '../../catalog-model/forms.ts';
import { firstWindow, MOST_WINDOWS, type ServingValues } from '../../catalog-model/serving-form.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { FieldError } from '../../ui/field-notes.tsx';
import { Field } from '../../ui/field.tsx';
import { PoundsField } from '../../ui/text-fields.tsx';
import choiceStyles from '../../ui/choice.module.css';
import styles from './serving-fields.module.css';

type ServingFieldsProps = {
  of: 'category' | 'item';
  values: ServingValues;
  problems: Problems;
  onChange: (change: ServingValues) => void;
};

const happyWindow: HoursWindow = { ...firstWindow, from: '17:00', to: '18:30' };

/** When a category or an item is served, and its happy hour. */
export function ServingFields({ of, values, problems, onChange }: ServingFieldsProps) {
  const { hours, happyHours, happyCost = '' } = values;
  return (
    <div className={styles.serving}>
      <Check>
        <input
          type="checkbox"
          checked={hours !== undefined}
          onChange={({ target }) => onChange({ hours: target.checked ? [firstWindow] : undefined })}
        />
        Served within hours only
      </Check>
      {hours && (
        <Windows
          label="Hours"
          field="hours"
          windows={hours}
          problems={problems}
          onChange={(next) => onChange({ hours: next })}
        />
      )}
      <Check>
        <input
          type="checkbox"
          checked={happyHours !== undefined}
          onChange={({ target }) => onChange({ happyHours: target.checked ? [happyWindow] : undefined })}
        />
        Happy hour
      </Check>
      {happyHours && (
        <>
          <PoundsField
            label="Happy-hour price"
            value={happyCost}
            error={problems['happyCost']}
            onChange={(typed) => onChange({ happyCost: typed })}
          />
          <p className={styles.note}>
            {of === 'category' && 'For each item that has none of its own. '}
            It never raises a price; options keep theirs.
          </p>
          <Windows
            label="Happy hour"
            field="happyHours"
            windows={happyHours}
            problems={problems}
            onChange={(next) => onChange({ happyHours: next })}
          />
        </>
      )}
    </div>
  );
}

type WindowsProps = {
  label: string;
  /** The name of the field, in its problems. */
  field: string;
  windows: Hours;
  problems: Problems;
  onChange: (windows: Hours) => void;
};

function Windows({ label, field, windows, problems, onChange }: WindowsProps) {
  const change = (at: number, part: Partial<HoursWindow>) =>
    onChange(windows.map((window, index) => (index === at ? { ...window, ...part } : window)));
  return (
    <div className={styles.windows}>
      {windows.map((window, index) => (
        <Window
          // oxlint-disable-next-line react/no-array-index-key -- windows have no id; they are what stands in their place
          key={index}
          label={windows.length > 1 ? `${label} ${index + 1}` : label}
          window={window}
          problemOf={(part) => problems[`${field}.${index}.${part}`]}
          onChange={(part) => change(index, part)}
          onRemove={windows.length > 1 ? () => onChange(windows.toSpliced(index, 1)) : null}
        />
      ))}
      <Button
        disabled={windows.length >= MOST_WINDOWS}
        onClick={() => onChange([...windows, windows.at(-1) ?? firstWindow])}
      >
        <Plus aria-hidden="true" /> {label === 'Hours' ? 'Add hours' : 'Add happy hours'}
      </Button>
    </div>
  );
}

type WindowProps = {
  label: string;
  window: HoursWindow;
  problemOf: (part: 'days' | 'from' | 'to') => string | undefined;
  onChange: (change: Partial<HoursWindow>) => void;
  onRemove: (() => void) | null;
};

function Window({ label, window, problemOf, onChange, onRemove }: WindowProps) {
  const { days, from, to } = window;
  const noDays = problemOf('days');
  return (
    <fieldset className={styles.window}>
      <legend>{label}</legend>
      <div className={styles.days}>
        {weekdays.map((day, index) => (
          <label key={day} className={`${choiceStyles.option} ${styles.day}`}>
            <input
              type="checkbox"
              aria-invalid={(index === 0 && noDays !== undefined) || undefined}
              checked={days.includes(day)}
              onChange={({ target }) =>
                onChange({
                  days: weekdays.filter((other) => (other === day ? target.checked : days.includes(other))),
                })
              }
            />
            {dayName(day)}
          </label>
        ))}
      </div>
      {noDays !== undefined && <FieldError role="alert">{noDays}</FieldError>}
      <div className={styles.times}>
        <Field
          label="From"
          type="time"
          value={from}
          error={problemOf('from')}
          onChange={({ target }) => onChange({ from: target.value })}
        />
        <Field
          label="To"
          type="time"
          value={to}
          error={problemOf('to')}
          {...(to !== '' && to <= from && { hint: to === from ? 'The whole day' : 'On the next day' })}
          onChange={({ target }) => onChange({ to: target.value })}
        />
        {onRemove && (
          <Button tone="quiet" aria-label={`Remove ${label}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </Button>
        )}
      </div>
    </fieldset>
  );
}
