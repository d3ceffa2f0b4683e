import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '../renderer/app/app.tsx';
import { ownScript } from '../renderer/platform/own-script.ts';
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
// The page may contain the prerendered sign-in form (build/early-sign-in.ts), visible by now (start.ts), with something
// typed into it.
if (root.hasChildNodes() && platform.restoreSession() === null) hydrateRoot(root, app);
else createRoot(root).render(app);

const register = () => void navigator.serviceWorker.register(ownScript('/service-worker.js')).catch(() => {});
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // After the page itself, which may be there already (start.ts); without a service worker everything else works.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
