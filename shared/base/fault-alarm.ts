import { nextFaultSoundMs } from './hearing.ts';
import type { Timers } from './ring.ts';

/** Sounds the fault while there is one: at once, often at first, then rarely; until a person dismisses it. */
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
    /** Sets the fault, such as its reason and start; a different one sounds anew. Null: no fault. */
    set(next: string | null): void {
      if (next === fault) return;
      fault = next;
      cancel();
      sounded = 0;
      if (next !== null) soundNow();
    },
    /** Silences the alarm until another fault begins. */
    dismiss(): void {
      cancel();
    },
  };
}
