import { useEffect } from 'react';
import { useLocation } from 'react-router';

const CONTROLS = 'input:checked, input:not([type=radio]), select, textarea, button, a[href]';

/**
 * Shows the part of the page that the address names after its `#`, once it is there, and gives it the focus. It is waited
 * for until somebody does something else.
 */
export function useShownPlace(): void {
  // A new object at each navigation.
  const asked = useLocation();
  useEffect(
    function showPlace() {
      const { hash } = asked;
      if (hash.length < 2) return;
      const waiting = new AbortController();
      const { signal } = waiting;
      function show(): void {
        const place = document.getElementById(hash.slice(1));
        if (!place || signal.aborted) return;
        waiting.abort();
        place.scrollIntoView({ block: place.clientHeight > innerHeight / 2 ? 'start' : 'center' });
        const control = place.matches(CONTROLS) ? place : place.querySelector<HTMLElement>(CONTROLS);
        control?.focus({ preventScroll: true });
      }
      const observer = new MutationObserver(show);
      signal.addEventListener('abort', () => observer.disconnect());
      for (const other of ['keydown', 'pointerdown'])
        addEventListener(other, () => waiting.abort(), { capture: true, signal });
      observer.observe(document.body, { childList: true, subtree: true });
      show();
      return () => waiting.abort();
    },
    [asked],
  );
}
