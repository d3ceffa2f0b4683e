import { useLayoutEffect, useRef, type RefObject } from 'react';
import { dialogClosed, dialogOpened } from './open-dialogs.ts';

/** Shows a dialog modally while mounted: the page behind is inert, and the focus returns to where it was. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(function showModally() {
    const before = document.activeElement;
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    dialogOpened(element);
    return () => {
      dialogClosed(element);
      element.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return dialog;
}
