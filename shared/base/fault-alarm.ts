import { nextFaultSoundMs } from './hearing.ts';
import type { Timers } from './ring.ts';

/** Sounds the fault for as long as there is one: at once, often at first, then now and then; until a person has heard it. */
export function faultAlarm({ timers, sound }: { timers: Timers; sound: () => void }) {
  let sounded = 0;
  let fault: string | null = null;
  let cancel = () => {};

  function soundNow(): void {
    sound();
    cancel = timers.after(nextFaultSoundMs(sounded), soundNow);
    sounded += 1;
  }

  return {
    /** What the fault is, such as its reason and its beginning; another one sounds anew. Null where there is none. */
    set(next: string | null): void {
      if (next === fault) return;
      fault = next;
      cancel();
      sounded = 0;
      if (next !== null) soundNow();
    },
    /** Silent until another fault begins. */
    dismiss(): void {
      cancel();
    },
  };
}
