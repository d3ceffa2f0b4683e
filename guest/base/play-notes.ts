/** Its pitch in hertz, and when it begins, in seconds. */
export type Note = readonly [pitch: number, at: number];

const SOFTEST = 0.001;

/** Plays notes that fade away; `volume` is at most 1. */
export function playNotes(
  sound: AudioContext,
  notes: readonly Note[],
  { seconds, volume }: { seconds: number; volume: number },
): void {
  for (const [pitch, at] of notes) {
    const begins = sound.currentTime + at;
    const tone = sound.createOscillator();
    const gain = sound.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(volume, begins);
    gain.gain.exponentialRampToValueAtTime(SOFTEST, begins + seconds);
    tone.connect(gain).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + seconds);
  }
}
