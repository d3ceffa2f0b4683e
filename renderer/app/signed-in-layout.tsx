import { Suspense, type ReactNode } from 'react';
import { Outlet as Screen } from 'react-router';
import { NewOrdersBand } from '../live/new-orders-band.tsx';
import { Loader } from '../ui/states.tsx';
import { SideBar } from './side-bar.tsx';
import { SignInNotice } from './sign-in-notice.tsx';
import './signed-in-layout.css';

/** The frame of every signed-in screen: the side bar, and what must be seen wherever one is. */
export function SignedInLayout({ children }: { children?: ReactNode }) {
  return (
    <div className="layout">
      <SideBar />
      <div className="layout-main">
        <SignInNotice />
        <NewOrdersBand />
        <main className="layout-screen">
          <Suspense fallback={<Loader title="Loading" />}>{children ?? <Screen />}</Suspense>
        </main>
      </div>
    </div>
  );
}
