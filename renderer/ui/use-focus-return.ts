import { useEffect, useState } from 'react';

/** Gives the focus back to where it was, once what took it is gone; for dialogs that do not do so themselves. */
export function useFocusReturn(): void {
  // Looked up while rendering: by the time of an effect the dialog has it.
  const [before] = useState(() => document.activeElement);
  useEffect(
    function giveBack() {
      return () => {
        if (before instanceof HTMLElement) before.focus();
      };
    },
    [before],
  );
}
