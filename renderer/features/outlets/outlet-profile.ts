import type { BodyInput } from '#shared/api/contract.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { cuisineServices } from '#shared/cuisine-services.ts';

type OutletBody = BodyInput<'POST /sellers/outlets'>;

/** An outlet as its form holds it: services by their slugs. */
export type OutletProfile = Required<Omit<OutletBody, 'services' | 'lat' | 'lon'>> & {
  services: string[];
  /** Null where the field was emptied. */
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
  services: [],
};

export function profileOf(outlet: Outlet): OutletProfile {
  const profile = Object.keys(emptyProfile).map((name) => [name, outlet[name as keyof OutletProfile]]);
  return {
    ...(Object.fromEntries(profile) as OutletProfile),
    services: outlet.services.map(({ slug }) => slug),
  };
}

/** @param before services the outlet has; those that the form does not offer stay */
export function bodyOf(profile: OutletProfile, before: Outlet['services']): OutletBody {
  const offered = cuisineServices.map(({ slug, name }) => ({ slug, name }));
  const kept = before.filter(({ slug }) => !offered.some((service) => service.slug === slug));
  const chosen = offered.filter(({ slug }) => profile.services.includes(slug));
  return {
    ...profile,
    lat: profile.lat ?? 0,
    lon: profile.lon ?? 0,
    services: [...chosen, ...kept] as NonNullable<OutletBody['services']>,
  };
}
