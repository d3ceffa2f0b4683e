import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { TillBridge } from '#shared/ipc.ts';
import { App } from './app/app.tsx';
import { tillPlatform } from './platform/till-platform.ts';

declare global {
  interface Window {
    /** Put there by the preload, in the till alone. */
    till: TillBridge;
  }
}

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App platform={tillPlatform(window.till)} />
  </StrictMode>,
);
