/**
 * What an order's guest is promised if it is accepted now: the time that its card shows, so that what a person read is
 * what is sent, whether they press a button or a key. None for what is not shown: the server estimates it.
 */
const shown = new Map<string, string>();
/** By how many ms the estimate was moved, by order. */
const moves = new Map<string, number>();
const listeners = new Set<() => void>();

export const readyChoices = {
  movedBy: (orderId: string): number => moves.get(orderId) ?? 0,

  move(orderId: string, ms: number): void {
    moves.set(orderId, readyChoices.movedBy(orderId) + ms);
    for (const listener of listeners) listener();
  },

  /** Called with what a card shows, and with null when it shows it no longer. */
  show(orderId: string, readyBy: string | null): void {
    if (readyBy === null) shown.delete(orderId);
    else shown.set(orderId, readyBy);
  },

  shownFor: (orderId: string): string | undefined => shown.get(orderId),

  onChanged(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
