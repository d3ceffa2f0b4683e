import { booksRead, orderingChanged, unattendedChanged } from '../../state/queries.ts';
import type { AppStore, Services } from '../../state/store.ts';
import { whenever } from '../../state/whenever.ts';
import { connectionChanged } from '../../state/orders-slice.ts';
import { screenStateOf } from './screen-state.ts';
import { selectIsUnknown, selectMayWatch, selectWatchedIds } from '../../state/watching.ts';

/** Listens for what is unattended while no outlet is watched, whose feed would report it too. */
export function hearForTheSeller(store: AppStore, { client, platform }: Services): () => void {
  return whenever(
    store,
    (state) => selectMayWatch(state) && !selectIsUnknown(state) && selectWatchedIds(state) === '',
    (wanted) => {
      if (!wanted) return;
      let socket: { stop(): void } | null = null;
      let ended = false;
      void import('../seller-socket.ts').then(({ openSellerSocket }) => {
        if (ended) return;
        socket = openSellerSocket({
          origin: new URL(platform.apiBase(), location.href).origin,
          accessToken: () => client.accessToken,
          refresh: (stale) => client.refresh(stale),
          screen: () => screenStateOf(platform),
          mayBeThrottled: !platform.can.alertInBackground,
          onConnection: (connection) => store.dispatch(connectionChanged(connection)),
          onUnattended: () => void unattendedChanged(store.dispatch),
          onOrdering: () => orderingChanged(store.dispatch),
          onBooks: () => booksRead(store.dispatch),
        });
      });
      return () => {
        ended = true;
        socket?.stop();
      };
    },
  );
}
