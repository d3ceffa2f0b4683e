/**
 * What an order's guest is promised if it is accepted now: the time that its card shows, so that what a person read is
 * what is sent, whether they press a button or a key. None for what is not shown: the server estimates it.
 */
const shown = new Map<string, { readyBy: string; by: Set<object> }>();
/** By how many ms the estimate was moved, by order. */
const moves = new Map<string, number>();
const listeners = new Set<() => void>();

export const readyChoices = {
  movedBy: (orderId: string): number => moves.get(orderId) ?? 0,

  move(orderId: string, ms: number): void {
    moves.set(orderId, readyChoices.movedBy(orderId) + ms);
    for (const listener of listeners) listener();
  },

  /**
   * Called with what a card, or the order's details, show: both may show the same order. Returns a function that ends
   * it.
   */
  show(orderId: string, readyBy: string): () => void {
    const viewer = {};
    const by = (shown.get(orderId)?.by ?? new Set()).add(viewer);
    shown.set(orderId, { readyBy, by });
    return () => {
      by.delete(viewer);
      if (by.size === 0) shown.delete(orderId);
    };
  },

  shownFor: (orderId: string): string | undefined => shown.get(orderId)?.readyBy,

  onChanged(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
