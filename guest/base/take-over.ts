import { h, hydrate, type ComponentType } from 'preact';
import { PLACE_ID } from './place-id.ts';

/** Takes over a page that the server sent, with what it was made of. */
export function takeOver<Place extends object>(Page: ComponentType<Place>): void {
  const root = document.getElementById('guest');
  const place = JSON.parse(document.getElementById(PLACE_ID)?.textContent ?? '{}') as Place;
  if (root) hydrate(h(Page, place), root);
}
