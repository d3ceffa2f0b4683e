import { brand } from '#shared/base/brand.ts';

/** What is urgent, and the screen; empty without one. */
let urgent = '';
let screen = '';

/** Puts what is urgent first in the window's title, for people in another tab; nothing if it is empty. */
export function nameUrgent(text: string): void {
  urgent = text;
  write();
}

/** Names the window after a screen, until that is left. */
export function nameScreen(name: string): () => void {
  screen = name;
  write();
  return () => nameScreen('');
}

function write(): void {
  document.title = [urgent, screen, brand.name].filter(Boolean).join(' · ');
}
