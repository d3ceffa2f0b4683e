import { useEffect, useRef, useState } from 'preact/hooks';
import { BellIcon, BellOffIcon } from './icons.tsx';

/** Two falling notes, as of a doorbell: their pitch in hertz, and when they begin. */
const NOTES = [
  [988, 0],
  [784, 0.3],
] as const;
const NOTE_S = 0.9;
const SOFTEST = 0.001;

function chime(sound: AudioContext): void {
  for (const [pitch, at] of NOTES) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.5, sound.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(SOFTEST, sound.currentTime + at + NOTE_S);
    tone.connect(volume).connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + NOTE_S);
  }
}

/**
 * Sounds when a number becomes ready, once somebody has pressed it: a browser lets no page sound before a press.
 * @param newest the number that became ready last
 */
export function Chime({ newest }: { newest: number | undefined }) {
  const [sound, setSound] = useState<AudioContext | null>(null);
  const soundedRef = useRef(newest);
  useEffect(
    function soundWhenReady() {
      if (newest !== undefined && newest !== soundedRef.current && sound) chime(sound);
      soundedRef.current = newest;
    },
    [newest, sound],
  );

  function press() {
    if (sound) {
      void sound.close();
      setSound(null);
      return;
    }
    const opened = new AudioContext();
    void opened.resume();
    chime(opened);
    setSound(opened);
  }

  return (
    <button type="button" class="button button-secondary" aria-pressed={sound !== null} onClick={press}>
      {sound ? <BellIcon /> : <BellOffIcon />}
      Sound {sound ? 'on' : 'off'}
    </button>
  );
}
