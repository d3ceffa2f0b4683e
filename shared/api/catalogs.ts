import { z } from 'zod';
import { allergenKinds, allergens } from '../base/allergens.ts';
import { catalogLimits } from '../base/catalog-limits.ts';
import { vatRates } from '../base/labelling.ts';
import { weekdays } from '../base/menu-hours.ts';
import { modifierKinds } from '../base/modifier-kinds.ts';
import { id, name, note, pencePart, time } from './fields.ts';

/** Until when something is sold out: a time, or the end of the trading session. */
const soldOutUntil = z.union([time, z.literal('session')]);

/**
 * Allergens of an item, an option or an order's line, and its VAT rate; each is left out unless the seller filled it in.
 * Where neither `allergens` nor `containsNone` is given, nothing is stated: it may contain any of the fourteen.
 */
export const labelling = {
  allergens: z.array(z.enum(allergens)).max(allergens.length).optional(),
  /** Which cereals and nuts it contains, beside `gluten` and `nuts` in `allergens`; if none is, nobody said which. */
  allergenKinds: z.array(z.enum(allergenKinds)).max(allergenKinds.length).optional(),
  /** The seller states that it contains none of the fourteen; never beside `allergens`. */
  containsNone: z.literal(true).optional(),
  /** For people of 18 and over alone, such as alcohol; of a line, if its item or one of its options is. */
  ageRestricted: z.literal(true).optional(),
  /** Per cent, included in the price. */
  vatRate: z.literal(vatRates).optional(),
};

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please give a time, such as 17:30.');
/** A window of hours: by the outlet's clocks; a `to` that is not after its `from` is on the next day. */
const hoursWindow = z.strictObject({
  days: z.array(z.enum(weekdays)).min(1).max(weekdays.length),
  from: clockTime,
  to: clockTime,
});
export const hours = z.array(hoursWindow).min(1).max(14);

/** When a category or an item is served and what it costs in its happy hour; each is left out unless it has one. */
const serving = {
  /** An item is served within its own hours and those of its category. */
  hours: hours.optional(),
  /**
   * The price of an item, or of each item of a category that has none of its own, within these hours. It never raises a
   * price. Options keep theirs.
   */
  happyHour: z.strictObject({ cost: pencePart, hours }).optional(),
};

export const modifierOption = z.strictObject({
  name,
  cost: pencePart,
  /** The option's own allergens, beside its item's; a VAT rate if it differs from its item's. */
  ...labelling,
  soldOutUntil: soldOutUntil.nullish(),
});
export const modifier = z.strictObject({
  id,
  name,
  kind: z.enum(modifierKinds),
  note,
  list: z.array(modifierOption).max(catalogLimits.options),
});
export const item = z.strictObject({
  id,
  name,
  cost: pencePart,
  note,
  modifiers: z.array(modifier).max(catalogLimits.modifiers),
  ...labelling,
  ...serving,
  soldOutUntil: soldOutUntil.nullish(),
});
export const category = z.strictObject({
  id,
  name,
  list: z.array(item).max(catalogLimits.items),
  ...serving,
});
export const categories = z.array(category).max(catalogLimits.categories);

/** Menus as clients send them: the server adds missing ids. */
const sentId = id.optional();
const sentModifier = modifier.extend({ id: sentId });
const sentItem = item.extend({ id: sentId, modifiers: z.array(sentModifier).max(catalogLimits.modifiers) });
const sentCategory = category.extend({ id: sentId, list: z.array(sentItem).max(catalogLimits.items) });
const sentCategories = z.array(sentCategory).max(catalogLimits.categories);
export type SentCategory = z.infer<typeof sentCategory>;

export type ModifierOption = z.infer<typeof modifierOption>;
export type Modifier = z.infer<typeof modifier>;
export type Item = z.infer<typeof item>;
export type Category = z.infer<typeof category>;
export type Serving = Pick<Item, 'hours' | 'happyHour'>;

/**
 * An item as guests see it now; in a happy hour, with what it costs otherwise. `left` says how many there are once they
 * are few: one with none is sold out.
 */
const guestItem = item.extend({ usualCost: pencePart.optional(), left: z.int().min(0).optional() });
export const guestCategories = z
  .array(category.extend({ list: z.array(guestItem).max(catalogLimits.items) }))
  .max(catalogLimits.categories);
export type GuestItem = z.infer<typeof guestItem>;
export type GuestCategory = z.infer<typeof guestCategories>[number];

/** What of a menu is not served now: a category, or with `itemId` an item of one that is. */
const notServed = z.object({
  categoryId: id,
  itemId: id.optional(),
  name: z.string(),
  hours,
  /** When its hours begin next; null if they never do. */
  from: time.nullable(),
});
export type NotServed = z.infer<typeof notServed>;

/** Of a menu that has hours or happy hours: what they make of it now. */
export const menuHours = z.object({
  timeZone: z.string(),
  /** An order gives this back as `menuAsOf`, so that what was served and its price then is honoured for five minutes. */
  asOf: time,
  /** When the menu is another one by its hours; null if it stays as it is. */
  changesAt: time.nullable(),
  notServed: z.array(notServed),
});

/** A catalog; `revision` rises by one with every save. */
export const catalog = z.object({
  id,
  name: z.string(),
  revision: z.int().min(1),
  latestRevision: z.object({ categories, createdAt: time }),
  categories,
});
export type Catalog = z.infer<typeof catalog>;

/** `categories` is given if the new catalog copies another. */
export const newCatalogBody = z.strictObject({ name, categories: sentCategories.optional() });
/** The whole catalog. Ids must be unique within it; the server adds missing ones. */
export const catalogBody = z.strictObject({ name, categories: sentCategories });

/** One entry of a catalog's history. */
export const revisionSummary = z.object({ revision: z.int().min(1), name: z.string(), createdAt: time });
/** A catalog at a past revision, without what was sold out. */
export const catalogRevision = revisionSummary.extend({ id, categories });
export type CatalogRevision = z.infer<typeof catalogRevision>;

/** An item; or with `modifierId` and `option` (its name) one of its options. */
const soldOutPlace = { itemId: id, modifierId: id.optional(), option: z.string().min(1).max(120).optional() };
/** What is sold out, and until when. */
export const soldOutMark = z.object({ ...soldOutPlace, until: soldOutUntil });

/** Marks a place as sold out; null removes the mark. */
export const soldOutBody = z
  .strictObject({ ...soldOutPlace, until: soldOutUntil.nullable() })
  .refine(({ modifierId, option }) => (modifierId === undefined) === (option === undefined), {
    message: 'An option is named by its modifier and its name.',
    path: ['option'],
  });
