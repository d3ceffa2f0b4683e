import type { BodyInput } from '#shared/api/contract.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { usualTimeZone } from '#shared/base/time-zones.ts';
import { outletServices } from '#shared/base/outlet-services.ts';

type OutletBody = BodyInput<'POST /sellers/outlets'>;

/** The form's values of an outlet: services by their slugs. */
export type OutletProfile = Required<Omit<OutletBody, 'services' | 'lat' | 'lon'>> & {
  services: string[];
  /** Null if the field was emptied. */
  lat: number | null;
  lon: number | null;
};

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
  orderExpiryMinutes: null,
  timeZone: usualTimeZone,
  vatNumber: '',
  vatRate: null,
  pricesIncludeVat: true,
  services: [],
};

export function profileOf(outlet: Outlet): OutletProfile {
  const profile = Object.keys(emptyProfile).map((name) => [name, outlet[name as keyof OutletProfile]]);
  return {
    ...(Object.fromEntries(profile) as OutletProfile),
    services: outlet.services.map(({ slug }) => slug),
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
