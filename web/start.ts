import { afterPaint } from '../renderer/ui/after-paint.ts';

/**
 * Reads the app once the page's prerendered form was painted. A script that a browser has already is run before the first
 * frame, and the app's takes longer than all the rest of that frame.
 */
const app = document.querySelector<HTMLLinkElement>('link#app')?.href;
if (app) afterPaint(() => void import(/* @vite-ignore */ app));
