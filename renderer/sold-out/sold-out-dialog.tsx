import { useRef, useState, type ReactNode } from 'react';
import type { Item } from '#shared/api/catalogs.ts';
import { failureOf, type Failure } from '../api/failure.ts';
import { soldOutKey, type SoldOut } from '../catalog-model/content.ts';
import { DialogWithForm } from '../ui/dialog-with-form.tsx';
import { Field } from '../ui/field.tsx';
import { useToast } from '../ui/toasts.tsx';
import { formatTime } from '../ui/times.ts';
import { nextAt, soldOutText, type Clocks } from './sold-out-text.ts';
import { Check } from '../ui/check.tsx';
import styles from './sold-out-dialog.module.css';

/** An item, or with the other two fields an option of it. */
type Place = { itemId: string; modifierId?: string; option?: string };

type SoldOutDialogProps = {
  item: Item;
  soldOut: SoldOut;
  clocks: Clocks;
  /** Until a time or for the `session`; null offers it again. Rejects with the call's failure. */
  mark: (place: Place, until: string | null) => Promise<unknown>;
  /** How many are left of it. */
  portions?: ReactNode;
  /** Called once all is marked, with what takes that back. */
  onMarked?: (undo: () => Promise<void>) => void;
  onClose: () => void;
};

/** What of an item is sold out, and until when; customers are not offered it from this moment. */
export function SoldOutDialog({
  item,
  soldOut,
  clocks: { zone, isNamed },
  mark,
  portions,
  onMarked,
  onClose,
}: SoldOutDialogProps) {
  const places = placesOf(item);
  const [opened] = useState(() => new Set(places.map(({ key }) => key).filter((key) => soldOut[key])));
  const [marked, setMarked] = useState<ReadonlySet<string>>(opened);
  /** Until when each was sold out before its first mark from here, which may have come before one that failed. */
  const before = useRef(new Map<string, string | null>());
  const [end, setEnd] = useState(() => endOf(places.map(({ key }) => soldOut[key]).find(Boolean), zone));
  /** A chosen end applies to everything that is marked, including earlier marks. */
  const [chosen, setChosen] = useState(false);
  const [busy, setBusy] = useState(false);
  const toast = useToast();

  function choose(change: Partial<End>) {
    setEnd({ ...end, ...change });
    setChosen(true);
  }

  async function submit() {
    setBusy(true);
    const until = end.kind === 'session' ? 'session' : nextAt(end.clock, zone);
    // A colleague may have marked something since, and a mark may have ended: what nobody touched here stays as it is.
    const changes = places.filter(
      ({ key }) =>
        before.current.has(key) || marked.has(key) !== opened.has(key) || (chosen && marked.has(key)),
    );
    try {
      for (const { key, place } of changes) {
        if (!before.current.has(key)) before.current.set(key, soldOut[key] ?? null);
        await mark(place, marked.has(key) ? until : null);
      }
      if (changes.length > 0) onMarked?.(takeBack);
      onClose();
    } catch (error) {
      toast('error', wordsOf(failureOf(error)));
      setBusy(false);
    }
  }

  /** To what each was before. */
  async function takeBack() {
    try {
      for (const { key, place } of places) {
        const was = before.current.get(key);
        if (was !== undefined) await mark(place, was);
      }
    } catch (error) {
      toast('error', wordsOf(failureOf(error)));
    }
  }

  return (
    <DialogWithForm
      title={`Sold out: ${item.name}`}
      busy={busy}
      form={{ className: styles.form, noValidate: false }}
      onSubmit={submit}
      onClose={onClose}
    >
      {portions}
      <fieldset>
        <legend>What is sold out</legend>
        {places.map(({ key, label }) => (
          <Check key={key}>
            <input
              type="checkbox"
              checked={marked.has(key)}
              onChange={({ target }) => {
                const now = new Set(marked);
                if (target.checked) now.add(key);
                else now.delete(key);
                setMarked(now);
              }}
            />
            <span>
              {label}
              {soldOut[key] && <span className="row-note"> · {soldOutText(soldOut[key], zone)}</span>}
            </span>
          </Check>
        ))}
      </fieldset>
      <fieldset>
        <legend>Offered again</legend>
        {(['session', 'time'] as const).map((kind) => (
          <Check key={kind}>
            <input type="radio" name="ends" checked={end.kind === kind} onChange={() => choose({ kind })} />
            {kind === 'session' ? 'When the trading session ends' : 'At a time'}
          </Check>
        ))}
        {end.kind === 'time' && (
          <Field
            label={isNamed ? `Time (${zone})` : 'Time'}
            type="time"
            required
            value={end.clock}
            onChange={({ target }) => choose({ clock: target.value })}
          />
        )}
      </fieldset>
    </DialogWithForm>
  );
}

type End = { kind: 'session' | 'time'; clock: string };

/** The initial end: that of what is sold out already. */
function endOf(until: string | undefined, zone: string): End {
  return until === undefined || until === 'session'
    ? { kind: 'session', clock: '18:00' }
    : { kind: 'time', clock: formatTime(until, zone) };
}

function placesOf({ id, name, modifiers }: Item): { key: string; label: string; place: Place }[] {
  const options = modifiers.flatMap((modifier) =>
    modifier.list.map((option) => ({
      key: soldOutKey(id, { modifierId: modifier.id, name: option.name }),
      label: `${modifier.name}: ${option.name}`,
      place: { itemId: id, modifierId: modifier.id, option: option.name },
    })),
  );
  return [{ key: soldOutKey(id), label: name, place: { itemId: id } }, ...options];
}

/** Another server may lack the call; then it answers 404. */
function wordsOf({ code, message }: Failure): string {
  return code === 'HTTP_404' ? 'This server takes no marks for what is sold out.' : message;
}
