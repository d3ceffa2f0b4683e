// The timer of pulse.ts, in its own thread.
addEventListener('message', ({ data }: MessageEvent<number>) => {
  setInterval(() => postMessage(null), data);
});
