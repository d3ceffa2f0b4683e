/** A drawing of 24 units that only decorates. */
export const icon = (lines: string) => () => (
  <svg
    width="24"
    height="24"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    aria-hidden="true"
  >
    <path d={lines} />
  </svg>
);

export const PlusIcon = icon('M12 5v14M5 12h14');
export const MinusIcon = icon('M5 12h14');
export const CloseIcon = icon('M6 6l12 12M18 6L6 18');
export const BackIcon = icon('M15 5l-7 7 7 7');
export const TickIcon = icon('M5 13l4 4L19 7');
