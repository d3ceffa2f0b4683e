import type { Sound } from '#shared/host/preferences.ts';
import { audio } from './audio.ts';

/** The sounds: the person's choice for orders, and the one for a fault. */
export type Heard = Sound | 'fault';

type Note = { frequency: number; /** Seconds after the first. */ at: number; seconds: number };
type Voice = {
  wave: OscillatorType;
  /** Overtones, as factors of the tone's frequency. */ overtones: number[];
};

const voices: Record<Heard, Voice & { notes: Note[] }> = {
  bell: {
    wave: 'sine',
    overtones: [2.76],
    notes: [
      { frequency: 1318.5, at: 0, seconds: 1.2 },
      { frequency: 1046.5, at: 0.22, seconds: 1.2 },
    ],
  },
  chime: {
    wave: 'triangle',
    overtones: [],
    notes: [523.3, 659.3, 784, 1046.5].map((frequency, n) => ({ frequency, at: n * 0.14, seconds: 0.9 })),
  },
  // For kitchens: in the range where ears are most sensitive, and rough enough to be heard over fans.
  alarm: {
    wave: 'square',
    overtones: [],
    notes: Array.from({ length: 6 }, (_, n) => ({
      frequency: n % 2 ? 2093 : 2637,
      at: n * 0.18,
      seconds: 0.17,
    })),
  },
  fault: {
    wave: 'sawtooth',
    overtones: [0.5],
    notes: [
      { frequency: 220, at: 0, seconds: 0.35 },
      { frequency: 164.8, at: 0.38, seconds: 0.6 },
    ],
  },
};

/** The greatest volume at which overlapping notes do not distort. */
const LOUDEST = 0.75;

/**
 * Sounds once. False if nothing was audible: the volume (0 to 100) is zero, the browser wants a press first, or the
 * audio does not run. sound-check.ts checks whether there is a loudspeaker.
 */
export async function strikeBell(heard: Heard, volumePercent: number): Promise<boolean> {
  if (volumePercent === 0) return false;
  const running = await audio.running();
  if (running === null) return false;
  const { notes, ...voice } = voices[heard];
  // Loudness is perceived by powers: half the setting sounds half as loud.
  const volume = LOUDEST * (volumePercent / 100) ** 2;
  for (const note of notes) play(running, voice, note, volume);
  return audio.moves(running);
}

function play(output: AudioContext, { wave, overtones }: Voice, note: Note, loudness: number): void {
  const start = output.currentTime + note.at;
  const volume = output.createGain();
  volume.connect(output.destination);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, start + note.seconds);
  for (const factor of [1, ...overtones]) {
    const tone = output.createOscillator();
    tone.type = wave;
    tone.frequency.setValueAtTime(note.frequency * factor, start);
    tone.connect(volume);
    tone.start(start);
    tone.stop(start + note.seconds);
  }
}
