import { useEffect } from 'react';

const KEEPS_FOCUS = '[data-keeps-focus]';

/** Moves the focus from an element that is gone; false if it knows no better place than the whole screen. */
type Rescuer = (gone: Element) => boolean;
const rescuers = new Set<Rescuer>();

/**
 * Moves the focus when its element leaves the page: to the nearest ancestor that remains and has `data-keeps-focus`,
 * otherwise where a {@link useFocusRescue} leads, otherwise to the screen. Never to the body, from which a keyboard
 * would start at the first link again.
 */
export function useFocusKeeper(): void {
  useEffect(function keepFocus() {
    let had: Element | null = null;
    let around: Element[] = [];
    const noted = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      had = target;
      around = [];
      for (let keeper = target.parentElement; keeper; keeper = keeper.parentElement)
        if (keeper.matches(KEEPS_FOCUS)) around.push(keeper);
    };
    const observer = new MutationObserver(() => {
      if (had === null || had.isConnected || document.activeElement !== document.body) return;
      const gone = had;
      had = null;
      const keeper = around.find((element) => element.isConnected);
      if (keeper instanceof HTMLElement) return keeper.focus({ preventScroll: true });
      if ([...rescuers].some((rescue) => rescue(gone))) return;
      const screen = document.querySelector('main');
      if (!screen) return;
      screen.tabIndex = -1;
      screen.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', noted);
    observer.observe(document, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', noted);
      observer.disconnect();
    };
  }, []);
}

/** Registers `rescue` while this part of the screen is mounted. */
export function useFocusRescue(rescue: Rescuer): void {
  useEffect(
    function rescueFocus() {
      rescuers.add(rescue);
      return () => void rescuers.delete(rescue);
    },
    [rescue],
  );
}
