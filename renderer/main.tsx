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
    /** Put there by the preload, in the till alone. */
    till: TillBridge;
  }
}

sayAlive(window.till);
void start();

/** A till is signed in at most starts, and goes to its board: the way there is not held up by its code. */
async function start(): Promise<void> {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root');
  const platform = tillPlatform(window.till);
  // The host takes it up and asks for a new token, which the app then finds there.
  void platform.restoreSession();
  await Promise.all([preloadSignedIn(), preloadScreens()]);
  createRoot(root).render(
    <StrictMode>
      <App platform={platform} />
    </StrictMode>,
  );
}
