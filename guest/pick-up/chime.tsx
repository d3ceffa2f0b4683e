import { useEffect, useRef, useState } from 'preact/hooks';
import { playNotes, type Note } from '../base/play-notes.ts';
import { BellIcon, BellOffIcon } from './icons.tsx';

/** Two falling notes, as of a doorbell. */
const NOTES: readonly Note[] = [
  [988, 0],
  [784, 0.3],
];

const chime = (sound: AudioContext) => playNotes(sound, NOTES, { seconds: 0.9, volume: 0.5 });

/**
 * Sounds when a number becomes ready, once somebody has pressed it: a browser lets no page sound before a press.
 * @param called the numbers that became ready last: another list each time
 */
export function Chime({ called }: { called: readonly number[] }) {
  const [sound, setSound] = useState<AudioContext | null>(null);
  const soundedRef = useRef(called);
  useEffect(
    function soundWhenReady() {
      if (called !== soundedRef.current && sound) chime(sound);
      soundedRef.current = called;
    },
    [called, sound],
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
