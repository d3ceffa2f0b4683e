import { useEffect, useState } from 'preact/hooks';
import { toDisk } from './on-disk.ts';

const PROBE = 'guest-probe';

/** Whether the browser keeps for the next page what a guest chose on this one: not if it may not, or if all is full. */
export function useCanKeep(): boolean {
  const [can, setCan] = useState(true);
  useEffect(() => void canKeep().then(setCan), []);
  return can;
}

async function canKeep(): Promise<boolean> {
  try {
    localStorage.setItem(PROBE, '');
    localStorage.removeItem(PROBE);
    return true;
  } catch {
    return toDisk(PROBE, { text: '', at: 0 });
  }
}
