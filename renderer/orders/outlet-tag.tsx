import { useAppSelector } from '../state/hooks.ts';
import { selectFeeds, selectOutletName } from '../state/orders-slice.ts';
import { initialsOf, placeOfColour } from './outlet-marks.ts';
import styles from './outlet-tag.module.css';

/** An outlet's colour, initials and name. */
export function OutletMark({ place, name }: { place: number; name: string }) {
  return (
    <span className={styles.mark} data-outlet-place={placeOfColour(place)}>
      <b className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </b>
      <bdi className={styles.name}>{name}</bdi>
    </span>
  );
}

/** Says whose order it is; nothing if this screen watches one outlet. */
export function OutletTag({ outletId }: { outletId: string }) {
  const { place, name } = useOutletMark(outletId);
  return place === null ? null : <OutletMark place={place} name={name} />;
}

/** An outlet's place among those watched here, its colour and its name; null and empty if it is the only one. */
export function useOutletMark(outletId: string) {
  // Each by itself, so that a card is not rendered again whenever a list was read.
  const place = useAppSelector((state) => {
    const feeds = selectFeeds(state);
    return feeds.length > 1 ? feeds.findIndex((feed) => feed.outletId === outletId) : -1;
  });
  const name = useAppSelector((state) => selectOutletName(state, outletId)) ?? '';
  if (place === -1) return { place: null, colour: undefined, name: '' };
  return { place, colour: placeOfColour(place), name };
}
