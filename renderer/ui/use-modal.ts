import { useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from 'react';
import { dialogClosed, dialogOpened } from './open-dialogs.ts';

/** Shows a dialog modally while mounted: the page behind is inert, and the focus returns to where it was. */
export function useModal(focusesItself = false): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(
    function showModally() {
      const before = document.activeElement;
      const element = dialog.current;
      if (!element) return;
      element.showModal();
      if (focusesItself) element.focus();
      dialogOpened(element);
      return () => {
        dialogClosed(element);
        element.close();
        if (before instanceof HTMLElement) before.focus();
      };
    },
    [focusesItself],
  );
  return dialog;
}

/**
 * The attributes of a dialog that is shown modally while mounted and closes on Escape.
 *
 * @param closesBeside whether a press beside it closes it as well
 * @param focusesItself whether it gets the focus itself, and not the first thing in it that can
 */
export function useModalProps(onClose: () => void, closesBeside: boolean, focusesItself = false) {
  const dialog = useModal(focusesItself);
  return {
    ref: dialog,
    'data-keeps-focus': true,
    tabIndex: -1,
    onCancel(event: SyntheticEvent) {
      // A field for files within it says the same where its choice is given up.
      if (event.target !== dialog.current) return;
      event.preventDefault();
      onClose();
    },
    onClick({ target }: SyntheticEvent) {
      if (target === dialog.current && closesBeside) onClose();
    },
  };
}
