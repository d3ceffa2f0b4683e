import { setupListeners } from '@reduxjs/toolkit/query';
import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { Outlet as Screen } from 'react-router';
import { apiSlice } from '../api/api-slice.ts';
import { LapsesBand } from '../bands/lapses-band.tsx';
import { NewOrdersBand } from '../bands/new-orders-band.tsx';
import { OutletWatchBand } from '../bands/outlet-watch.tsx';
import { Spoken } from '../live/spoken.tsx';
import { UnansweredBand } from '../bands/unanswered-band.tsx';
import { UnattendedBand } from '../bands/unattended-band.tsx';
import { PrintBand } from '../print/print-band.tsx';
import { useAppDispatch, useAppSelector, useServices } from '../state/hooks.ts';
import { ordersSlice } from '../state/orders-slice.ts';
import { preloadScreens } from './preload.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { SideBar } from './side-bar.tsx';
import { SignInNotice } from './sign-in-notice.tsx';
import styles from './signed-in-layout.module.css';
import './print.css';

/** The frame of every signed-in screen: the side bar, and the bands that must be seen everywhere. */
export function SignedInLayout({ children }: { children?: ReactNode }) {
  const ready = useApi();
  useEffect(() => void preloadScreens(), []);
  return (
    <div className={styles.layout}>
      <SideBar ready={ready} />
      <div className={styles.main}>
        <SignInNotice />
        {ready && <UnattendedBand />}
        {ready && <OutletWatchBand place="top" />}
        {ready && <LapsesBand />}
        <PrintBand />
        <UnansweredBand />
        <NewOrdersBand />
        <main className={styles.screen}>{ready && <ScreenFrame>{children ?? <Screen />}</ScreenFrame>}</main>
        {ready && <OutletWatchBand place="bottom" />}
      </div>
      <SpokenOrders />
    </div>
  );
}

/** New orders, for a screen reader. */
function SpokenOrders() {
  return <Spoken text={useAppSelector(({ watched }) => watched.spoken)} />;
}

/** Adds the queries to the store before any screen needs one; true once they are there. */
function useApi(): boolean {
  const { addApi } = useServices();
  const dispatch = useAppDispatch();
  useLayoutEffect(() => addApi(apiSlice, ordersSlice), [addApi]);
  useEffect(() => setupListeners(dispatch), [dispatch]);
  return useAppSelector((state) => state.api !== undefined);
}
