import { Store } from 'lucide-react';
import { useState } from 'react';
import { MOST_OUTLETS } from '#shared/api/live.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { useOutletsQuery } from '../../api/api-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { selectFeeds, selectLive } from '../../state/orders-slice.ts';
import { outletsChosen } from '../../state/watched-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * The button with which a seller of several outlets chooses those that this screen watches. Nothing where the server
 * lets a screen watch one.
 */
export function WatchOutlets({ outletId }: { outletId: string }) {
  const [choosing, setChoosing] = useState(false);
  const several = useAppSelector((state) => selectLive(state).several);
  const { data = [] } = useOutletsQuery(undefined, { skip: !several });
  const outlets = data.filter(
    ({ id, accountStatus }) => accountStatus.value === 'verified' || id === outletId,
  );
  if (!several || outlets.length < 2) return null;
  return (
    <>
      <Button
        id="outlets-on-screen"
        aria-label="Outlets on this screen"
        title="Outlets on this screen"
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <Store aria-hidden="true" />
      </Button>
      {choosing && <WatchDialog outlets={outlets} openId={outletId} onClose={() => setChoosing(false)} />}
    </>
  );
}

type WatchDialogProps = { outlets: Outlet[]; openId: string; onClose: () => void };

function WatchDialog({ outlets, openId, onClose }: WatchDialogProps) {
  const feeds = useAppSelector(selectFeeds);
  const dispatch = useAppDispatch();
  const [watched, setWatched] = useState(() => new Set([openId, ...feeds.map((feed) => feed.outletId)]));

  function toggle(id: string) {
    setWatched((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  function save() {
    const chosen = outlets
      .filter(({ id }) => watched.has(id))
      .map(({ id, name, availability }) => ({
        outletId: id,
        outletName: name,
        trading: availability === 'open',
      }));
    // The outlet that is open is watched all the same.
    dispatch(outletsChosen(chosen.length > 1 ? chosen : []));
    onClose();
  }

  return (
    <Dialog
      title="Outlets on this screen"
      onClose={onClose}
      cancels
      actions={
        <Button tone="primary" onClick={save}>
          Save
        </Button>
      }
    >
      <p>Orders of these outlets arrive, ring and print here, whichever of them the board shows.</p>
      <div role="group" aria-label="Watch">
        {outlets.map(({ id, name }) => (
          <Check key={id}>
            <input
              type="checkbox"
              checked={watched.has(id)}
              disabled={id === openId || (!watched.has(id) && watched.size >= MOST_OUTLETS)}
              onChange={() => toggle(id)}
            />
            <span>
              {name}
              {id === openId && <span className="row-note"> (open now)</span>}
            </span>
          </Check>
        ))}
      </div>
    </Dialog>
  );
}
