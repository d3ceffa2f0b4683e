import type { LooseJson } from '#shared/base/loose-json.ts';
import { allergens, labellingOf, vatRates, type Labelling } from '#shared/base/labelling.ts';
import { list } from './loose-values.ts';

/** Only fields that are set and known. */
export function readLabelling(json: LooseJson): Labelling {
  const told = list(json['allergens']);
  const contained = allergens.filter((allergen) => told.includes(allergen));
  return labellingOf({ allergens: contained, ...readVatRate(json) });
}

/** Nothing if no known rate is set. */
export function readVatRate(json: LooseJson): Pick<Labelling, 'vatRate'> {
  const vatRate = vatRates.find((rate) => rate === json['vatRate']);
  return vatRate === undefined ? {} : { vatRate };
}
