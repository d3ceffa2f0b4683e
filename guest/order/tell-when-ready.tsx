import { useEffect, useRef, useState } from 'preact/hooks';

/** Two short notes, again and again for a few seconds. */
const NOTES = [
  [880, 0],
  [1175, 0.25],
  [880, 0.9],
  [1175, 1.15],
] as const;
const NOTE_S = 0.2;

function ring(sound: AudioContext): void {
  for (const [pitch, at] of NOTES) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.4, sound.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + NOTE_S);
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + NOTE_S);
  }
}

function nameTab(isReady: boolean): void {
  document.title = isReady ? 'Ready! Your order' : 'Your order';
}

/** Sounds and vibrates once the order is ready. A browser lets a page do so only after a press. */
export function TellWhenReady({ isReady }: { isReady: boolean }) {
  const [sound, setSound] = useState<AudioContext | null>(null);
  const toldRef = useRef(false);
  useEffect(() => {
    nameTab(isReady);
    if (!isReady || toldRef.current) return;
    toldRef.current = true;
    navigator.vibrate?.([300, 150, 300, 150, 600]);
    if (sound) ring(sound);
  }, [isReady, sound]);
  if (isReady) return null;
  if (sound)
    return (
      <p class="soft" role="status">
        Your phone rings when it is ready, as long as this page is open.
      </p>
    );
  return (
    <button
      type="button"
      class="button button-secondary wide"
      onClick={() => {
        const opened = new AudioContext();
        void opened.resume();
        setSound(opened);
      }}
    >
      Ring when it is ready
    </button>
  );
}
