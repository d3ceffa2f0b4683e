/** The mark: a serving hatch, with a covered plate on its sill. One colour, and legible at 16 px. */
export function Mark({ size = 40 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0b6e4f" />
      <path
        fill="#fff"
        d="M16 7.4a1.7 1.7 0 0 1 1.2 2.9 8.6 8.6 0 0 1 7.3 8.5H7.5a8.6 8.6 0 0 1 7.3-8.5A1.7 1.7 0 0 1 16 7.4Z"
      />
      <rect x="4.6" y="21" width="22.8" height="3.2" rx="1.6" fill="#fff" />
    </svg>
  );
}
