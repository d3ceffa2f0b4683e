import { useCallback, useState } from 'react';

export type TickedLines = {
  lines: readonly string[];
  /** Changes those of an order; nothing if another one is open by now. */
  tick: (orderId: string, change: (lines: readonly string[]) => readonly string[]) => void;
};

/**
 * The ids of the lines that are ticked in the open order; none once another one, or none, is open. They stay ticked
 * while the order moves to another place of the screen.
 */
export function useTickedLines(opened: string | null): TickedLines {
  const [ticked, setTicked] = useState<{ orderId: string | null; lines: readonly string[] }>({
    orderId: opened,
    lines: [],
  });
  if (ticked.orderId !== opened) setTicked({ orderId: opened, lines: [] });
  const tick = useCallback<TickedLines['tick']>(
    (orderId, change) =>
      setTicked((now) => (now.orderId === orderId ? { orderId, lines: change(now.lines) } : now)),
    [],
  );
  return { lines: ticked.lines, tick };
}
