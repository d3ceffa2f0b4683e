import { dayName, dayOf, momentsOf, weekdayOf } from '#shared/base/menu-hours.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { NativeSelect } from '../../ui/text-fields.tsx';
import { formatDay, formatTime } from '../../ui/times.ts';
import styles from './phone-preview.module.css';

/** The chosen day, in days since 1970 by the outlet's clocks, or now; `again` is the second of an hour that comes twice. */
export type Chosen = { day: number | null; time: string; again: boolean };
export const nowChosen: Chosen = { day: null, time: '12:00', again: false };

const DAY_MS = 86_400_000;
/** The chosen moment in Unix ms: what a guest would see at it. */
export function momentChosen({ day, time, again }: Chosen, zone: string, now: number): number {
  if (day === null) return now;
  const [first = now, second = first] = momentsOf(day, time, zone);
  return again ? second : first;
}

type PreviewMomentProps = { chosen: Chosen; zone: string; now: number; onChange: (chosen: Chosen) => void };

/** Chooses now, or any minute of the coming week. */
export function PreviewMoment({ chosen, zone, now, onChange }: PreviewMomentProps) {
  const today = dayOf(now, zone);
  const days = Array.from({ length: 8 }, (_nothing, ahead) => today + ahead);
  const twice = chosen.day === null ? [] : momentsOf(chosen.day, chosen.time, zone);
  return (
    <div className={styles.moment}>
      <NativeSelect
        label="As guests see it"
        value={chosen.day ?? ''}
        onChange={({ target }) =>
          onChange({ ...chosen, day: target.value === '' ? null : Number(target.value), again: false })
        }
      >
        <option value="">Now</option>
        {days.map((day) => (
          <option key={day} value={day}>
            {dayName(weekdayOf(day))} {formatDay(new Date(day * DAY_MS).toISOString(), 'UTC')}
          </option>
        ))}
      </NativeSelect>
      {chosen.day !== null && (
        <Field
          label="At"
          type="time"
          value={chosen.time}
          // A time that is half typed or cleared is none; the last one stays.
          onChange={({ target }) => target.value && onChange({ ...chosen, time: target.value, again: false })}
        />
      )}
      {twice.length > 1 && (
        <Choice
          label="Clocks go back: this time comes twice"
          value={chosen.again ? 'second' : 'first'}
          options={[
            { value: 'first', label: `First (${offsetName(twice[0], zone)})` },
            { value: 'second', label: `Second (${offsetName(twice[1], zone)})` },
          ]}
          onChange={(which) => onChange({ ...chosen, again: which === 'second' })}
        />
      )}
      {twice.length === 1 && isLeftOut(chosen, zone, twice[0]) && (
        <p className={styles.note}>Clocks go forward: this time is left out that night.</p>
      )}
    </div>
  );
}

/** `BST` */
function offsetName(at: number | undefined, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function isLeftOut({ time }: Chosen, zone: string, at: number | undefined): boolean {
  return at !== undefined && formatTime(new Date(at).toISOString(), zone) !== time;
}
