/** The longest that a frame may keep a task waiting, in ms. */
const WITHIN_MS = 100;

/** Runs `task` after the next frame, so that what has changed is painted before; at once in a page that nobody sees. */
export function afterPaint(task: () => void): void {
  if (typeof document === 'undefined' || document.hidden) return task();
  let isDone = false;
  const run = () => {
    if (isDone) return;
    isDone = true;
    task();
  };
  requestAnimationFrame(() => setTimeout(run));
  // A page that is hidden meanwhile draws no frame.
  setTimeout(run, WITHIN_MS);
}
