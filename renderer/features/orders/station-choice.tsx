import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { selectView, viewChanged } from '../../state/view-slice.ts';
import { useAtStation } from './at-station.ts';
import controlStyles from '../../ui/control.module.css';
import styles from './station-choice.module.css';

/** Chooses which station's lines this screen shows; nothing for an outlet without stations. */
export function StationChoice({ outletId }: { outletId: string }) {
  const { stations, station } = useAtStation(outletId);
  const chosen = useAppSelector((state) => selectView(state).stations);
  const dispatch = useAppDispatch();
  if (stations.length === 0) return null;
  return (
    <select
      id="station"
      className={`${controlStyles.control} ${styles.choice}`}
      aria-label="Station"
      value={station?.id ?? ''}
      data-one={station ? true : undefined}
      onChange={({ target }) => {
        const { [outletId]: _before, ...others } = chosen ?? {};
        const next = target.value === '' ? others : { ...others, [outletId]: target.value };
        dispatch(viewChanged({ stations: next }));
      }}
    >
      <option value="">All stations</option>
      {stations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
