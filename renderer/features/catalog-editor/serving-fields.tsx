import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
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
export function ServingFields({ of, ...serving }: ServingFieldsProps) {
  const { values, problems, onChange } = serving;
  return (
    <div className={styles.serving}>
      <OptionalWindows
        title="Served within hours only"
        label="Hours"
        field="hours"
        first={firstWindow}
        {...serving}
      />
      <OptionalWindows
        title="Happy hour"
        label="Happy hour"
        field="happyHours"
        first={happyWindow}
        {...serving}
      >
        <PoundsField
          label="Happy-hour price"
          value={values.happyCost ?? ''}
          error={problems['happyCost']}
          onChange={(typed) => onChange({ happyCost: typed })}
        />
        <p className={styles.note}>
          {of === 'category' && 'For each item that has none of its own. '}
          It never raises a price; options keep theirs.
        </p>
      </OptionalWindows>
    </div>
  );
}

type OptionalWindowsProps = Omit<ServingFieldsProps, 'of'> & {
  title: string;
  label: string;
  field: 'hours' | 'happyHours';
  /** What there is at first once it is switched on. */
  first: HoursWindow;
  /** What else there is to say while it is on. */
  children?: ReactNode;
};

function OptionalWindows({
  title,
  label,
  field,
  first,
  values,
  problems,
  onChange,
  children,
}: OptionalWindowsProps) {
  const windows = values[field];
  const change = (next: Hours | undefined) => onChange({ [field]: next });
  return (
    <>
      <Check>
        <input
          type="checkbox"
          checked={windows !== undefined}
          onChange={({ target }) => change(target.checked ? [first] : undefined)}
        />
        {title}
      </Check>
      {windows && (
        <>
          {children}
          <Windows label={label} field={field} windows={windows} problems={problems} onChange={change} />
        </>
      )}
    </>
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
