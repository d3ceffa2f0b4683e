// The timer of pulse.ts, in a thread of its own.
addEventListener('message', ({ data }: MessageEvent<number>) => {
  setInterval(() => postMessage(null), data);
});
