import type { Category, Item, Modifier, ModifierOption } from '../api/catalogs.ts';
import type { PlaceOrderBody } from '../api/guest-orders.ts';
import type { OrderItem } from '../api/orders.ts';
import { feesFor, rates, serviceChargeFor, type Fee } from '../base/fees.ts';
import { formatPence, MAX_PENCE, pence, type Pence } from '../base/money.ts';
import { lineLabellingOf } from '../base/labelling.ts';
import { optionsOf } from './line-parts.ts';
import { quantityOf, type Portions } from './portions.ts';

/** An item that can be sold now, with the category that it is in. */
export type Sellable = Item & { categoryId: string };

/** A catalog's items by id, for pricing; an item that is not served just then has `notServed` instead. */
export type PriceList = { get(itemId: string): Sellable | { name: string; notServed: string } | undefined };

/** The prices of a menu at any time, without its hours. */
export function priceList(categories: readonly Category[]): PriceList {
  return new Map(
    categories.flatMap(({ id: categoryId, list }) =>
      list.map((item) => [item.id, { ...item, categoryId }] as const),
    ),
  );
}

/** An order's lines and amounts, in pence. */
export type PricedOrder = {
  items: OrderItem[];
  tip: Pence;
  serviceCharge: Pence;
  amount: Pence;
  fees: [platform: Fee, card: Fee];
};

/** Why a basket cannot be sold, by the path in the body; `outsideHours` if nothing is wrong but the time. */
export type PricingProblems = { fields: Record<string, string>; outsideHours: boolean };

/**
 * Prices a basket from the catalog alone. Unknown or sold-out items and options, more of an item than are left, a
 * "pick one" without exactly one answer, and repeated answers are problems. The resulting lines are frozen copies, with
 * their options in the menu's order.
 * @param lineId makes the id of each line
 */
export function priceOrder(
  prices: PriceList,
  basket: Pick<PlaceOrderBody, 'items' | 'tip'>,
  now: Date,
  lineId: (index: number) => string,
  portions: Portions = {},
): PricedOrder | PricingProblems {
  const fields: Record<string, string> = {};
  let [itemsTotal, outside] = [0, 0];
  const items = basket.items.map((line, index): OrderItem => {
    const path = `items.${index}`;
    const found = prices.get(line.itemId);
    const item = found && 'notServed' in found ? undefined : found;
    if (found && 'notServed' in found) {
      fields[`${path}.itemId`] = found.notServed;
      outside += 1;
    } else if (!item) fields[`${path}.itemId`] = 'This item is not on the menu.';
    else if (isSoldOut(item, now)) fields[`${path}.itemId`] = `${item.name} is sold out.`;
    else if (quantityOf(item.id, basket.items) > (portions[item.id] ?? Infinity))
      fields[`${path}.itemId`] = tooFew(item.name, portions[item.id] ?? 0);
    const options = item ? chosenOptions(item, line.modifications ?? [], path, now, fields) : [];
    const each = (item?.cost ?? 0) + options.reduce((total, { option }) => total + option.cost, 0);
    itemsTotal += line.quantity * each;
    return {
      id: lineId(index),
      itemId: line.itemId,
      ...(item && { categoryId: item.categoryId }),
      name: item?.name ?? '',
      quantity: line.quantity,
      cost: item?.cost ?? pence(0),
      modifications: options.map((chosen) => modificationOf(chosen, item)),
      ...(item && lineLabellingOf([item, ...options.map(({ option }) => option)])),
      ...(item?.vatRate !== undefined && { vatRate: item.vatRate }),
    };
  });
  const tip = basket.tip ?? pence(0);
  if (itemsTotal + tip > MAX_PENCE - 1_000) fields['items'] = 'This order is too large.';
  const problems = Object.keys(fields).length;
  if (problems > 0) return { fields, outsideHours: problems === outside };

  const serviceCharge = serviceChargeFor(pence(itemsTotal));
  const amount = pence(itemsTotal + serviceCharge + tip);
  if (amount < rates.leastCharge) {
    const [least, comesTo] = [formatPence(rates.leastCharge), formatPence(amount)];
    const message = `A card pays ${least} or more; this order comes to ${comesTo}.`;
    return { fields: { items: message }, outsideHours: false };
  }
  return { items, tip, serviceCharge, amount, fees: feesFor(amount) };
}

function tooFew(name: string, left: number): string {
  if (left === 0) return `${name} is sold out.`;
  return `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} left.`;
}

type Choice = NonNullable<PlaceOrderBody['items'][number]['modifications']>[number];
type ChosenOption = { modifier: Modifier; option: ModifierOption };

function chosenOptions(
  item: Item,
  choices: Choice[],
  path: string,
  now: Date,
  fields: Record<string, string>,
): ChosenOption[] {
  for (const [index, { modifierId, option: name }] of choices.entries()) {
    const at = `${path}.modifications.${index}`;
    const option = modifierOf(item, modifierId)?.list.find((candidate) => candidate.name === name);
    const twice =
      choices.findIndex((other) => other.modifierId === modifierId && other.option === name) !== index;
    if (!option) fields[at] = `${item.name} does not come with this choice.`;
    else if (isSoldOut(option, now)) fields[at] = `${name} is sold out.`;
    else if (twice) fields[at] = `${name} is chosen twice.`;
  }
  for (const modifier of item.modifiers) {
    if (modifier.kind !== 'pickOne') continue;
    const answers = choices.filter((choice) => choice.modifierId === modifier.id).length;
    if (answers !== 1) fields[`${path}.modifications`] = `Please pick one: ${modifier.name}.`;
  }
  return optionsOf(item.modifiers, choices);
}

function modificationOf({ modifier, option: { name, cost, vatRate } }: ChosenOption, item: Item | undefined) {
  return {
    name,
    modifier: modifier.name,
    cost,
    ...(vatRate !== undefined && vatRate !== item?.vatRate && { vatRate }),
  };
}

function modifierOf(item: Item, modifierId: string): Modifier | undefined {
  return item.modifiers.find((modifier) => modifier.id === modifierId);
}

/** Whether something may not be ordered now: for the rest of the trading session, or until a time. */
export function isSoldOut(
  { soldOutUntil }: { soldOutUntil?: string | null | undefined },
  now: Date,
): boolean {
  if (!soldOutUntil) return false;
  return soldOutUntil === 'session' || Date.parse(soldOutUntil) > now.getTime();
}

/** Whether a guest can order it now, as far as marks go: of each "pick one", something must be left. */
export function canBeOrdered(item: Item, now: Date): boolean {
  return (
    !isSoldOut(item, now) &&
    item.modifiers.every(
      ({ kind, list }) => kind !== 'pickOne' || list.some((option) => !isSoldOut(option, now)),
    )
  );
}
