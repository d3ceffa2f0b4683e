import { ChefHat, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Outlet } from '#shared/api/outlets.ts';
import type { OutletStations, Station } from '#shared/api/stations.ts';
import { failureMessage, useCatalogQuery } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { readStations } from '../../api/read-stations.ts';
import { Button } from '../../ui/button.tsx';
import { DialogWithForm } from '../../ui/dialog-with-form.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldError } from '../../ui/field-notes.tsx';
import { latePart } from '../../ui/late.tsx';
import { RowActions } from '../../ui/row.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { kitchenAndBar, newStation, stationOf, withCategoryAt, withoutStation } from './stations-form.ts';
import { useSaveStationsMutation } from './stations-api.ts';
import styles from './stations-dialog.module.css';

/** Apart, because it brings the code of the drag. */
const StationLists = latePart(async () => (await import('./station-lists.tsx')).StationLists);

/** As many as the server takes. */
const MOST = 12;

type StationsDialogProps = { outlet: Outlet; stations: OutletStations; onClose: () => void };

/** Sets where an outlet's lines are made, by category. */
export function StationsDialog({ outlet, stations: before, onClose }: StationsDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [{ version, list }, setStations] = useState(before);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [overtaken, setOvertaken] = useState(false);
  const [save, { isLoading }] = useSaveStationsMutation();
  const toast = useToast();

  function change(next: Station[]) {
    setStations({ version, list: next });
    setErrors({});
  }

  async function submit() {
    const { error } = await save({ outletId: outlet.id, stations: list, version });
    if (!error) {
      toast('success', 'The stations were saved.');
      return onClose();
    }
    const { status, fields, current } = error as Failure;
    const { stations: theirs } = status === 409 ? readStations(current) : {};
    if (theirs) {
      setStations(theirs);
      return setOvertaken(true);
    }
    flushSync(() => setErrors(fields));
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    return toast('error', failureMessage(error) ?? '');
  }

  return (
    <DialogWithForm
      title="Stations"
      wide
      holdsTyping
      busy={isLoading}
      form={{ ref: form }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Explained overtaken={overtaken} />
      {list.map((station, at) => (
        <StationFields
          key={station.id}
          station={station}
          others={list.filter((one) => one !== station)}
          error={(field) => errors[`stations.${at}.${field}`]}
          onChange={(next) => change(list.map((one) => (one === station ? next : one)))}
          onRemove={() => change(withoutStation(list, station.id))}
        />
      ))}
      <Categories catalogId={outlet.catalogId} stations={list} onChange={change} />
    </DialogWithForm>
  );
}

/** @param overtaken somebody else has changed the stations since the dialog was opened */
function Explained({ overtaken }: { overtaken: boolean }) {
  return (
    <>
      <p className="row-note">
        Where the lines of an order are made. A screen or a printer can be for one station, and says what is
        made elsewhere for the same order.
      </p>
      {overtaken && (
        <FieldError role="alert">
          Somebody else has changed these stations. This is how they are now: please look at them again.
        </FieldError>
      )}
    </>
  );
}

const nameOf = (station: Station | undefined) => station?.name.trim() || 'A station without a name';

type StationFieldsProps = {
  station: Station;
  others: readonly Station[];
  /** What is wrong with a field; undefined if nothing is. */
  error: (field: string) => string | undefined;
  onChange: (station: Station) => void;
  onRemove: () => void;
};

function StationFields({ station, others, error, onChange, onRemove }: StationFieldsProps) {
  const { name } = station;
  const called = name.trim() || 'this station';
  return (
    <fieldset className={styles.station}>
      <legend className="visually-hidden">{called}</legend>
      <Field
        label="Station"
        value={name}
        maxLength={60}
        autoComplete="off"
        error={error('name')}
        onChange={({ target }) => onChange({ ...station, name: target.value })}
      />
      {/* Of two stations each takes the other's lines. */}
      {others.length > 1 && (
        <div className={styles.fallback}>
          <SelectField
            label="Its lines while nobody can work there"
            accessibleLabel={`Lines of ${called} while nobody can work there`}
            value={station.fallback ?? ''}
            error={error('fallback')}
            options={[
              { value: '', label: 'On every other station' },
              ...others.map((other) => ({ value: other.id, label: `On ${nameOf(other)}` })),
            ]}
            onChange={(fallback) => onChange({ ...station, fallback: fallback || null })}
          />
        </div>
      )}
      <Button tone="quiet" className={styles.remove} aria-label={`Remove ${called}`} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </Button>
    </fieldset>
  );
}

type CategoriesProps = {
  catalogId: string | null;
  stations: Station[];
  onChange: (stations: Station[]) => void;
};

/** The buttons that add stations, and the station of each category. */
function Categories({ catalogId, stations, onChange }: CategoriesProps) {
  const { data: catalog, error, refetch } = useCatalogQuery(catalogId ?? '', { skip: catalogId === null });
  const failure = failureMessage(error);
  if (catalogId !== null && !catalog)
    return failure ? (
      <ErrorView heading="h3" message={failure} onReload={() => void refetch()} />
    ) : (
      <Loader title="Loading the menu" />
    );
  const categories = catalog?.categories ?? [];
  return (
    <>
      <RowActions>
        {stations.length === 0 && (
          <Button onClick={() => onChange(kitchenAndBar(categories))}>
            <ChefHat aria-hidden="true" /> Kitchen and Bar
          </Button>
        )}
        <Button disabled={stations.length >= MOST} onClick={() => onChange([...stations, newStation('')])}>
          <Plus aria-hidden="true" /> Add a station
        </Button>
      </RowActions>
      {stations.length > 0 && categories.length > 0 && (
        <fieldset className={styles.categories}>
          <legend>Where each category is made</legend>
          <StationLists
            categories={categories}
            stations={stations}
            nameOf={nameOf}
            onMove={(id, stationId) => onChange(withCategoryAt(stations, id, stationId))}
          />
          {categories.map(({ id, name }) => (
            <SelectField
              key={id}
              label={name}
              value={stationOf(stations, id)}
              options={[
                { value: '', label: 'Everywhere' },
                ...stations.map((station) => ({
                  value: station.id,
                  label: nameOf(station),
                })),
              ]}
              onChange={(stationId) => onChange(withCategoryAt(stations, id, stationId))}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
