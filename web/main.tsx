import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '../renderer/app/app.tsx';
import { browserPlatform } from './browser-platform.ts';

const apiBase: string = import.meta.env['VITE_API_URL'] ?? '/api';
const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App platform={browserPlatform(apiBase.replace(/\/$/, ''))} />
  </StrictMode>,
);

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  // After the page itself, and no harm where it cannot be had.
  addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {}));
