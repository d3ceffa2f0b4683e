import type { Order } from '#shared/api/orders.ts';

/** The function, called once for each copy of an order: a board asks of a thousand orders whenever one of them changes. */
export function perOrder<Value extends object | string | number | null, Asked extends object = Order>(
  of: (order: Asked) => Value,
): (order: Asked) => Value {
  const known = new WeakMap<Asked, Value>();
  return (order) => {
    const value = known.get(order);
    if (value !== undefined) return value;
    const found = of(order);
    known.set(order, found);
    return found;
  };
}
