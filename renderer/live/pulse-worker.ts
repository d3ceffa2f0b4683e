// The timers of pulse.ts, in a thread of their own: each beats on a port, until anything comes by it.
addEventListener('message', ({ data, ports: [port] }: MessageEvent<number>) => {
  const timer = setInterval(() => port?.postMessage(null), data);
  port?.addEventListener('message', () => clearInterval(timer));
  port?.start();
});
