import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '../renderer/app/app.tsx';
import { apiBase } from './api-base.ts';
import { browserPlatform } from './browser-platform.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');
const platform = browserPlatform(apiBase);
const app = (
  <StrictMode>
    <App platform={platform} />
  </StrictMode>
);
// The form to sign in may stand in the page already (build/early-sign-in.ts), with something typed into it. It is on the
// screen before the app takes it up.
if (root.hasChildNodes() && platform.restoreSession() === null)
  requestAnimationFrame(() => setTimeout(() => hydrateRoot(root, app)));
else createRoot(root).render(app);

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  // After the page itself, and no harm where it cannot be had.
  addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {}));
