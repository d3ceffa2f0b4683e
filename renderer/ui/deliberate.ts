import type { MouseEvent } from 'react';

/** Wraps what a press does: the second press of a double one belongs to what stood there before. */
export const deliberate = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};
