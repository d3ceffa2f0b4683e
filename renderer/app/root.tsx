import { Outlet as Screen } from 'react-router';
import { WatchedOutletProvider } from '../live/watched-outlet.tsx';

/** Above every screen: the live feed, which goes on whichever screen is open. */
export function Root() {
  return (
    <WatchedOutletProvider>
      <Screen />
    </WatchedOutletProvider>
  );
}
