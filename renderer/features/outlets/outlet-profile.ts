import type { BodyInput } from '#shared/api/contract.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { outletServices } from '#shared/base/outlet-services.ts';
import { same } from '../../api/same.ts';
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

/**
 * The outlet as it is now, with what was changed in the form since it was opened, as a colleague may have changed the
 * rest: of the services, which were chosen and which were taken away. It is whole, for servers that take what a body
 * leaves out as emptied.
 *
 * @param opened the outlet as it was when the form was opened
 * @param now as it is now
 */
export function changesOf(profile: OutletProfile, opened: Outlet, now: Outlet): OutletBody {
  const before = bodyOf(profileOf(opened), opened.services);
  const after = bodyOf(profile, opened.services);
  const names = Object.keys(after) as (keyof OutletBody)[];
  const changed = new Set(names.filter((name) => !same(after[name], before[name])));
  if (changed.has('lat') || changed.has('lon')) changed.add('lat').add('lon');
  const fields = Object.fromEntries([...changed].map((name) => [name, after[name]])) as Partial<OutletBody>;
  const services =
    changed.has('services') && bodyOf(servicesOnTop(profile, opened, now), now.services).services;
  return { ...bodyOf(profileOf(now), now.services), ...fields, ...(services && { services }) };
}

function servicesOnTop(profile: OutletProfile, opened: Outlet, now: Outlet): OutletProfile {
  const [chosen, before] = [new Set(profile.services), new Set(opened.services.map(({ slug }) => slug))];
  const kept = now.services.map(({ slug }) => slug).filter((slug) => chosen.has(slug) || !before.has(slug));
  const added = [...chosen].filter((slug) => !before.has(slug));
  return { ...profile, services: [...kept, ...added] };
}
