/** How long a slice may take, in ms: half of a frame. */
const SLICE_MS = 8;

/** Calls `each` with each item in turn; after every few ms the page's other work goes first. */
export async function inSlices<Item>(items: Iterable<Item>, each: (item: Item) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began >= SLICE_MS) {
      await nextTask();
      began = performance.now();
    }
    each(item);
  }
}

/** A message's task, which no hidden page slows down. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
