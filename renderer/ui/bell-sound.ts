let context: AudioContext | null = null;

/** Strikes the bell once: two bright, decaying tones. Silent, and false, where the browser wants a press first. */
export async function strikeBell(): Promise<boolean> {
  context ??= new AudioContext();
  if (context.state === 'suspended') await Promise.race([context.resume(), later(250)]);
  if (context.state !== 'running') return false;
  for (const [frequency, delay] of [
    [1318.5, 0],
    [1046.5, 0.22],
  ] as const)
    strike(context, frequency, context.currentTime + delay);
  return true;
}

function strike(audio: AudioContext, frequency: number, at: number): void {
  const volume = audio.createGain();
  volume.connect(audio.destination);
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.6, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 1.1);
  for (const overtone of [1, 2.76]) {
    const tone = audio.createOscillator();
    tone.frequency.setValueAtTime(frequency * overtone, at);
    tone.connect(volume);
    tone.start(at);
    tone.stop(at + 1.2);
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
