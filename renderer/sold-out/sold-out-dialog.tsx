import { useState, type FormEvent } from 'react';
import type { Item } from '#shared/api/catalogs.ts';
import { failureMessage } from '../api/api-slice.ts';
import { failureOf } from '../api/failure.ts';
import { soldOutKey, type SoldOut } from '../catalog-model/content.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { useToast } from '../ui/toasts.tsx';
import { nextAt, soldOutText } from './sold-out-text.ts';
import './sold-out.css';

/** An item, or with the other two an option of it. */
type Place = { itemId: string; modifierId?: string; option?: string };

type SoldOutDialogProps = {
  item: Item;
  soldOut: SoldOut;
  /** Until a time or for the `session`; null offers it again. Rejects with the call's failure. */
  mark: (place: Place, until: string | null) => Promise<unknown>;
  onClose: () => void;
};

/** What of an item is sold out, and until when (D37); customers are not offered it from this moment. */
export function SoldOutDialog({ item, soldOut, mark, onClose }: SoldOutDialogProps) {
  const places = placesOf(item);
  const [marked, setMarked] = useState(
    () => new Set(places.map(({ key }) => key).filter((key) => soldOut[key])),
  );
  const [ends, setEnds] = useState<'session' | 'time'>('session');
  const [clock, setClock] = useState('18:00');
  const [busy, setBusy] = useState(false);
  const toast = useToast();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      for (const { key, place } of places) {
        if (marked.has(key) === (soldOut[key] !== undefined)) continue;
        const until = ends === 'session' ? ends : nextAt(clock);
        await mark(place, marked.has(key) ? until : null);
      }
      onClose();
    } catch (error) {
      toast('error', failureMessage(failureOf(error)) ?? '');
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={`Sold out: ${item.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="sold-out" tone="primary" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id="sold-out" className="sold-out-form" onSubmit={(event) => void submit(event)}>
        <fieldset>
          <legend>What is sold out</legend>
          {places.map(({ key, label }) => (
            <label key={key} className="check">
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
                {soldOut[key] && <span className="row-note"> · {soldOutText(soldOut[key])}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Offered again</legend>
          {(['session', 'time'] as const).map((kind) => (
            <label key={kind} className="check">
              <input type="radio" name="ends" checked={ends === kind} onChange={() => setEnds(kind)} />
              {kind === 'session' ? 'When the trading session ends' : 'At a time'}
            </label>
          ))}
          {ends === 'time' && (
            <Field
              label="Time"
              type="time"
              required
              value={clock}
              onChange={({ target }) => setClock(target.value)}
            />
          )}
        </fieldset>
      </form>
    </Dialog>
  );
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
