/** Settles as `work` does, or after `ms` of silence as `atSilence` says. */
export async function within<T, S>(ms: number, work: Promise<T>, atSilence: () => S): Promise<T | S> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await Promise.race([work, silence.then(atSilence)]);
  } finally {
    clearTimeout(timer);
  }
}
