import type { LooseJson } from '#shared/base/loose-json.ts';
import { allergenKinds, allergens, type LineStatement } from '#shared/base/allergens.ts';
import { labellingOf, vatRates, type Labelling } from '#shared/base/labelling.ts';
import { list } from './loose-values.ts';

/** Only fields that are set and known. Nothing is taken for free of allergens of which any was named, known or not. */
export function readLabelling(json: LooseJson): Labelling {
  const told = list(json['allergens']);
  const named = list(json['allergenKinds']);
  return labellingOf({
    allergens: allergens.filter((allergen) => told.includes(allergen)),
    allergenKinds: allergenKinds.filter((kind) => named.includes(kind)),
    containsNone: json['containsNone'] === true && told.length + named.length === 0 ? true : undefined,
    ageRestricted: json['ageRestricted'] === true ? true : undefined,
    ...readVatRate(json),
  });
}

/** How much of an order's line is stated: no more than partly if it names an allergen that this app does not know. */
export function readStated(json: LooseJson): Pick<LineStatement, 'stated'> {
  const unknown =
    list(json['allergens']).some((told) => !allergens.some((name) => name === told)) ||
    list(json['allergenKinds']).some((told) => !allergenKinds.some((name) => name === told));
  if (unknown) return { stated: 'partly' };
  const stated = json['stated'];
  return stated === 'whole' || stated === 'partly' ? { stated } : {};
}

/** Nothing if no known rate is set. */
export function readVatRate(json: LooseJson): Pick<Labelling, 'vatRate'> {
  const vatRate = vatRates.find((rate) => rate === json['vatRate']);
  return vatRate === undefined ? {} : { vatRate };
}
