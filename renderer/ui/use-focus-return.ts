import { useEffect, useState } from 'react';

/** Returns the focus to where it was, for dialogs that do not do so themselves. */
export function useFocusReturn(): void {
  // Read during the render: an effect runs when the dialog has the focus already.
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
