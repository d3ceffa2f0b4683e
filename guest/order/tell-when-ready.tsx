import { useEffect, useRef, useState } from 'preact/hooks';
import { playNotes, type Note } from '../base/play-notes.ts';
import { useAwake } from '../base/stay-awake.ts';

/** Two short notes, again and again for a few seconds. */
const NOTES: readonly Note[] = [
  [880, 0],
  [1175, 0.25],
  [880, 0.9],
  [1175, 1.15],
];

function ring(sound: AudioContext): void {
  // A call, or another page, may have silenced it meanwhile.
  void sound.resume();
  playNotes(sound, NOTES, { seconds: 0.2, volume: 0.4 });
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
    const wasTold = toldRef.current;
    // A Ready that was undone is told anew when it comes again.
    toldRef.current = isReady;
    if (!isReady || wasTold) return;
    navigator.vibrate?.([300, 150, 300, 150, 600]);
    if (sound) ring(sound);
  }, [isReady, sound]);
  // What comes after Ready is no news.
  useEffect(() => () => nameTab(false), []);
  if (isReady) return null;
  if (sound) return <WillRing />;
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

/** A phone whose screen goes dark stops the page, and with it the ring. */
function WillRing() {
  useAwake();
  return (
    <p class="soft" role="status">
      Your phone rings when it is ready, as long as this page is on its screen.
    </p>
  );
}
