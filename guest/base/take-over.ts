import { h, hydrate, type ComponentType } from 'preact';
import { PLACE_ID } from './place-id.ts';

/** The longest that the first frame is waited for, in ms. */
const WITHIN_MS = 1_000;

/** Takes over a page that the server sent, with what it was made of, once a guest can see it. */
export function takeOver<Place extends object>(Page: ComponentType<Place>): void {
  const root = document.getElementById('guest');
  const place = JSON.parse(document.getElementById(PLACE_ID)?.textContent ?? '{}') as Place;
  if (!root) return;
  let taken = false;
  const take = () => {
    if (taken) return;
    taken = true;
    hydrate(h(Page, place), root);
  };
  // A page in a hidden tab draws no frame, and follows its order all the same.
  if (document.hidden) return take();
  requestAnimationFrame(() => setTimeout(take));
  setTimeout(take, WITHIN_MS);
}
