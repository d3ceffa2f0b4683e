import type { BodyInput } from '#shared/api/contract.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { outletServices } from '#shared/base/outlet-services.ts';
import { isPostcode, isTelephone } from './profile-rules.ts';

type OutletBody = BodyInput<'POST /sellers/outlets'>;

/** What not every server knows of an outlet, and what is chosen only once there is one. */
const further = [
  'orderExpiryMinutes',
  'timeZone',
  'vatNumber',
  'vatRate',
  'pricesIncludeVat',
  'promisesReadyTime',
] as const;
type Further = (typeof further)[number];

/** The form's values of an outlet: services by their slugs. */
export type OutletProfile = {
  [name in Exclude<keyof OutletBody, 'services' | 'lat' | 'lon' | 'guestPage' | Further>]-?: NonNullable<
    OutletBody[name]
  >;
} & Pick<OutletBody, Further> & {
    services: string[];
    /** Null if the field was emptied. */
    lat: number | null;
    lon: number | null;
  };

/** What is wrong with a field, in words for a person. */
export type ProfileErrors = { [name in keyof OutletProfile]?: string };

export const emptyProfile: OutletProfile = {
  name: '',
  url: '',
  telephone: '',
  email: '',
  buildingNameOrNumber: '',
  street: '',
  lineOne: '',
  lineTwo: '',
  city: '',
  county: '',
  country: '',
  postcode: '',
  lat: 0,
  lon: 0,
  serviceTypeSelected: 'table-number',
  services: [],
};

export function profileOf(outlet: Outlet): OutletProfile {
  const names = [...Object.keys(emptyProfile), ...further] as (keyof OutletProfile)[];
  const known = names.filter((name) => outlet[name] !== undefined).map((name) => [name, outlet[name]]);
  return {
    ...(Object.fromEntries(known) as OutletProfile),
    services: outlet.services.map(({ slug }) => slug),
  };
}

/** What can be said before the server is asked. */
export function errorsOf({ name, telephone, postcode, country }: OutletProfile): ProfileErrors {
  return {
    ...(name.trim() === '' && { name: 'Please fill this in.' }),
    ...(!isTelephone(telephone) && { telephone: 'Please give a telephone number, such as 020 7946 0123.' }),
    ...(!isPostcode(postcode, country) && { postcode: 'Please give a postcode, such as SE1 9DX.' }),
  };
}

/** @param before the outlet's services: they stay in their order, and so do those that the form does not offer */
export function bodyOf(profile: OutletProfile, before: Outlet['services']): OutletBody {
  const offered = outletServices.map(({ slug, name }) => ({ slug, name }));
  const isOffered = (slug: string) => offered.some((service) => service.slug === slug);
  const isChosen = ({ slug }: { slug: string }) => profile.services.includes(slug);
  const kept = before.filter((service) => isChosen(service) || !isOffered(service.slug));
  const added = offered.filter(
    (service) => isChosen(service) && !before.some(({ slug }) => slug === service.slug),
  );
  return {
    ...profile,
    lat: profile.lat ?? 0,
    lon: profile.lon ?? 0,
    services: [...kept, ...added] as NonNullable<OutletBody['services']>,
  };
}
