import type { OrderItem } from '../api/orders.ts';

/**
 * A chosen option as people read it, after the name of its modifier: `Leave out: Onion`. The option alone, if that name
 * says no more, or is not known, as of older orders.
 */
export function optionText({
  name,
  modifier,
}: Pick<OrderItem['modifications'][number], 'name' | 'modifier'>) {
  if (!modifier || modifier.toLowerCase() === name.toLowerCase()) return name;
  return /[:?!]$/.test(modifier) ? `${modifier} ${name}` : `${modifier}: ${name}`;
}
