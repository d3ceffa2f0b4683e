/** The longest that a frame, or the page's other work, may keep a task waiting, in ms. */
const WITHIN_MS = 100;
/** In a rush: nobody reads or hears more often, and each time costs the page as much as to draw an order. */
const APART_MS = 200;

/** What waits for the next frame. */
let waiting: Set<() => void> | null = null;
/** When the first of those before began to wait. */
let lastBegan = Number.NEGATIVE_INFINITY;

/**
 * Runs `task` once what has changed is painted and the page has nothing more urgent to do, together with all that wait
 * for the same frame, so that what they change is drawn in one go; a function that waits already is not run twice. At
 * once in a page that nobody sees.
 */
export function afterPaint(task: () => void): void {
  if (typeof document === 'undefined' || document.hidden) return task();
  if (waiting) return void waiting.add(task);
  const tasks = new Set([task]);
  waiting = tasks;
  const now = performance.now();
  const restMs = lastBegan + APART_MS - now;
  lastBegan = Math.max(now, lastBegan + APART_MS);
  if (restMs > 0) setTimeout(() => runAfterNextFrame(tasks), restMs);
  else runAfterNextFrame(tasks);
}

function runAfterNextFrame(tasks: Set<() => void>): void {
  /** What comes from now on waits for a frame of its own. */
  const close = () => {
    if (waiting === tasks) waiting = null;
  };
  const run = () => {
    close();
    clearTimeout(timer);
    for (const task of tasks) {
      tasks.delete(task);
      attempt(task);
    }
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
