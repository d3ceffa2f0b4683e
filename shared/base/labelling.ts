import { statementOf, unionOf, type LineStatement, type Statement } from './allergens.ts';

/** VAT that a price includes, in per cent: standard, reduced and zero. */
export const vatRates = [20, 5, 0] as const;
export type VatRate = (typeof vatRates)[number];

/** The allergens, age limit and VAT rate of an item or option; fields that the seller did not fill in are missing. */
export type Labelling = Statement & {
  /** For people of 18 and over alone. */
  ageRestricted?: true | undefined;
  vatRate?: VatRate | undefined;
};

/** Only the fields that are set, as a copy. */
export function labellingOf({ vatRate, ageRestricted, ...statement }: Labelling): Labelling {
  return {
    ...statementOf(statement),
    ...(ageRestricted && { ageRestricted }),
    ...(vatRate !== undefined && { vatRate }),
  };
}

/** What a line tells that consists of these parts, its item and each chosen option: its VAT is not one of them. */
export type LineLabelling = LineStatement & Pick<Labelling, 'ageRestricted'>;

export function lineLabellingOf(parts: readonly Labelling[]): LineLabelling {
  return {
    ...unionOf(parts),
    ...(parts.some(({ ageRestricted }) => ageRestricted) && { ageRestricted: true as const }),
  };
}
