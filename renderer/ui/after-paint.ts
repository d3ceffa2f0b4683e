/** The longest that a frame, or the page's other work, may keep a task waiting, in ms. */
const WITHIN_MS = 100;

/** What waits for the next frame. */
let waiting: (() => void)[] | null = null;

/**
 * Runs `task` once what has changed is painted and the page has nothing more urgent to do, together with all that wait
 * for the same frame, so that what they change is drawn in one go; at once in a page that nobody sees.
 */
export function afterPaint(task: () => void): void {
  if (typeof document === 'undefined' || document.hidden) return task();
  if (waiting) waiting.push(task);
  else runAfterNextFrame((waiting = [task]));
}

function runAfterNextFrame(tasks: (() => void)[]): void {
  /** What comes from now on waits for a frame of its own. */
  const close = () => {
    if (waiting === tasks) waiting = null;
  };
  const run = () => {
    close();
    clearTimeout(timer);
    tasks.splice(0).forEach(attempt);
  };
  requestAnimationFrame(() => {
    close();
    whenIdle(run);
  });
  // A page that is hidden meanwhile draws no frame, and a busy one is not idle.
  const timer = setTimeout(run, WITHIN_MS);
}

/** Safari knows no idle time: there it is the task after the frame. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run);
}

/** The others run also if one fails. */
function attempt(task: () => void): void {
  try {
    task();
  } catch (error) {
    reportError(error);
  }
}
