/**
 * How tall the cards of a list are that nobody has seen yet, in px. One that comes is taken to be as tall as the one
 * that was measured last: where that is right, the list is not placed anew once it is measured. A guess stays as it was
 * made, so that nothing moves while a person scrolls to it.
 */
export function cardHeights() {
  const guesses = new Map<string, number>();
  let last: number | null = null;
  return {
    measured(height: number): number {
      return (last = height);
    },
    /** @param usual for while none was measured */
    guess(orderId: string, usual: number): number {
      const known = guesses.get(orderId);
      if (known !== undefined || last === null) return known ?? usual;
      guesses.set(orderId, last);
      return last;
    },
  };
}
