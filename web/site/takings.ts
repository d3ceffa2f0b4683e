import { feesFor, netOf, serviceChargeFor } from '#shared/base/fees.ts';
import { sumPence, type Pence } from '#shared/base/money.ts';

/** The charges, fees and takings of an order of `items`, by the server's own sums; all in pence. */
export function takingsOf(items: Pence) {
  const serviceCharge = serviceChargeFor(items);
  const customerPays = sumPence([items, serviceCharge]);
  const fees = feesFor(customerPays);
  const [platform, card] = fees;
  return {
    customerPays,
    serviceCharge,
    platformFee: platform.amount,
    cardFee: card.amount,
    fees: sumPence([platform.amount, card.amount]),
    youGet: netOf({ amount: customerPays, serviceCharge, fees, refunded: 0 }),
  };
}
