import type { Rectangle } from 'electron';

/** How much of a window must be on a screen for a person to grab it, in pixels. */
const GRIP = 120;

/** The window's last bounds, if enough of them is on a connected screen; a second screen may be unplugged. */
export function withinReach(bounds: Rectangle | null, screens: readonly Rectangle[]): Rectangle | null {
  if (bounds === null) return null;
  const shared = (from: number, size: number, otherFrom: number, otherSize: number) =>
    Math.min(from + size, otherFrom + otherSize) - Math.max(from, otherFrom);
  const onOne = screens.some(
    (screen) =>
      shared(bounds.x, bounds.width, screen.x, screen.width) >= GRIP &&
      shared(bounds.y, bounds.height, screen.y, screen.height) >= GRIP &&
      // The title bar, by which a person moves it.
      bounds.y >= screen.y,
  );
  return onOne ? bounds : null;
}
