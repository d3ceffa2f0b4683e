import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { TillBridge } from '#shared/host/ipc.ts';
import './app/way-to-board.ts';
import { App } from './app/app.tsx';
import { preloadScreens, preloadSignedIn } from './app/preload.ts';
import { sayAlive } from './platform/say-alive.ts';
import { tillPlatform } from './platform/till-platform.ts';

declare global {
  interface Window {
    /** Set by the preload, only in the till. */
    till: TillBridge;
  }
}

sayAlive(window.till);
void start();

/** At most starts a till is signed in and goes to its board, so that code is loaded first. */
async function start(): Promise<void> {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root');
  const platform = tillPlatform(window.till);
  // The host restores it and requests a new token, which is there when the app asks.
  void platform.restoreSession();
  await Promise.all([preloadSignedIn(), preloadScreens()]);
  createRoot(root).render(
    <StrictMode>
      <App platform={platform} />
    </StrictMode>,
  );
}
