import { z } from 'zod';
import { allergenKinds, allergens } from '../base/allergens.ts';
import { vatRates } from '../base/labelling.ts';
import { modifierKinds } from '../base/modifier-kinds.ts';
import { id, name, note, pencePart, time } from './fields.ts';

/** Until when something is sold out: a time, or the end of the trading session. */
export const soldOutUntil = z.union([time, z.literal('session')]);

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
  list: z.array(modifierOption).max(60),
});
export const item = z.strictObject({
  id,
  name,
  cost: pencePart,
  note,
  modifiers: z.array(modifier).max(30),
  ...labelling,
  soldOutUntil: soldOutUntil.nullish(),
});
export const category = z.strictObject({ id, name, list: z.array(item).max(400) });
export const categories = z.array(category).max(100);

/** Menus as clients send them: the server adds missing ids. */
const sentId = id.optional();
const sentModifier = modifier.extend({ id: sentId });
const sentItem = item.extend({ id: sentId, modifiers: z.array(sentModifier).max(30) });
const sentCategory = category.extend({ id: sentId, list: z.array(sentItem).max(400) });
const sentCategories = z.array(sentCategory).max(100);
export type SentCategory = z.infer<typeof sentCategory>;

export type ModifierOption = z.infer<typeof modifierOption>;
export type Modifier = z.infer<typeof modifier>;
export type Item = z.infer<typeof item>;
export type Category = z.infer<typeof category>;

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

/**
 * Marks an item, or with `modifierId` and `option` (its name) one of its options, as sold out; null removes the mark.
 */
export const soldOutBody = z
  .strictObject({
    itemId: id,
    modifierId: id.optional(),
    option: z.string().min(1).max(120).optional(),
    until: soldOutUntil.nullable(),
  })
  .refine(({ modifierId, option }) => (modifierId === undefined) === (option === undefined), {
    message: 'An option is named by its modifier and its name.',
    path: ['option'],
  });
