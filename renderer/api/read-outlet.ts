import { vatRates } from '#shared/base/labelling.ts';
import { idOf, record, text, textOrNull, texts, type LooseJson } from '#shared/base/loose-json.ts';
import type { KnownSession, Outlet } from '#shared/api/outlets.ts';
import type { Finding } from '#shared/api/readiness.ts';
import { readinessChecks, readinessStates } from '#shared/base/readiness.ts';
import { isTimeZone } from '#shared/base/time-zones.ts';
import { readStatus } from '#shared/api/read-account.ts';
import { readOrdering } from './read-ordering.ts';
import { readLastOrders } from './read-serving.ts';
import { readStations } from './read-stations.ts';
import { list, readList, readsWithId, timeIfSaid, timeOrNull, whole, wholeOrNull } from './loose-values.ts';

/** @param apiBase the base of relative image addresses */
export function readOutlet(value: unknown, apiBase = ''): Outlet {
  const json = record(value);
  const catalog = record(json['catalog']);
  const session = record(json['tradingSession']);
  const catalogId = textOrNull(json['catalogId']) ?? textOrNull(idOf(catalog));
  return {
    id: idOf(json),
    ...texts(json, 'name', 'url', 'telephone', 'email', 'city', 'county', 'country'),
    ...texts(json, 'buildingNameOrNumber', 'street'),
    lineOne: text(json['lineOne'] ?? json['addressLine1']),
    lineTwo: text(json['lineTwo'] ?? json['addressLine2']),
    postcode: text(json['postcode'] ?? json['postCode']),
    lat: Number(json['lat'] ?? 0),
    lon: Number(json['lon'] ?? 0),
    services: list(json['services']).map((service) => {
      const { name, slug } = record(service);
      return { name: text(name), slug: text(slug) };
    }),
    serviceTypes: ['table-number', 'order-number'],
    serviceTypeSelected: json['serviceTypeSelected'] === 'order-number' ? 'order-number' : 'table-number',
    ...(json['orderExpiryMinutes'] !== undefined && {
      orderExpiryMinutes: wholeOrNull(json['orderExpiryMinutes']),
    }),
    ...(isTimeZone(text(json['timeZone'])) && { timeZone: text(json['timeZone']) }),
    ...readVat(json),
    ...(typeof json['promisesReadyTime'] === 'boolean' && { promisesReadyTime: json['promisesReadyTime'] }),
    ...(typeof json['guestPage'] === 'boolean' && { guestPage: json['guestPage'] }),
    availability: json['availability'] === 'open' ? 'open' : 'closed',
    accountStatus: readStatus(json['accountStatus']),
    catalog: catalogId ? { id: catalogId, name: text(catalog['name']) } : null,
    catalogId,
    brandImageUrl: imageAddress(json['brandImageUrl'], apiBase) || null,
    tradingSession: idOf(session) ? { id: idOf(session), startedAt: timeIfSaid(session['startedAt']) } : null,
    ...readOrdering(json['ordering']),
    ...readStations(json['stations']),
    ...readLastOrders(json),
  };
}

/** The outlet that was asked for; throws on anything else, such as a page in the place of a reply. */
export function readThisOutlet(value: unknown, apiBase = ''): Outlet {
  const outlet = readOutlet(value, apiBase);
  if (outlet.id === '') throw new TypeError('Not an outlet');
  return outlet;
}

/** What a server says of an outlet's VAT; nothing of one that knows none. */
function readVat(json: LooseJson): Pick<Outlet, 'vatNumber' | 'vatRate' | 'pricesIncludeVat'> {
  if (typeof json['vatNumber'] !== 'string') return {};
  return {
    vatNumber: json['vatNumber'],
    vatRate: vatRates.find((rate) => rate === json['vatRate']) ?? null,
    pricesIncludeVat: json['pricesIncludeVat'] !== false,
  };
}

/** The image's absolute address; the page may be on another origin than the API, as the till's is. */
function imageAddress(value: unknown, apiBase: string): string {
  const address = text(value);
  return address.startsWith('/') && URL.canParse(apiBase) ? new URL(address, apiBase).href : address;
}

/** `url` is the server's own name for the file, sent back unchanged. */
export function readSignedFile(value: unknown, apiBase: string) {
  const json = record(value);
  return { signedRequest: imageAddress(json['signedRequest'], apiBase), url: text(json['url']) };
}

export function readBrandImage(value: unknown, apiBase: string) {
  return { brandImageUrl: imageAddress(record(value)['brandImageUrl'], apiBase) };
}

export const readTradingSession = readsWithId((json): Omit<KnownSession, 'id'> => ({
  outletId: text(json['outletId']),
  startedAt: timeIfSaid(json['startedAt']),
  finishedAt: timeOrNull(json['finishedAt']),
  numberOfOrders: wholeOrNull(json['numberOfOrders']),
  totalEarnings: wholeOrNull(json['totalEarnings']),
  atRisk: whole(json['atRisk']),
  lost: whole(json['lost']),
  ...readReadiness(json['readiness']),
}));

/** What was found before the session began; nothing from a server that keeps none. */
function readReadiness(value: unknown): Pick<KnownSession, 'readiness'> {
  const { findings, overridden, by } = record(value);
  if (!Array.isArray(findings)) return {};
  const known = findings.map(record).flatMap((json): Finding[] => {
    const check = readinessChecks.find((name) => name === json['check']);
    const state = readinessStates.find((name) => name === json['state']);
    return check && state ? [{ check, state, detail: text(json['detail']) }] : [];
  });
  return {
    readiness: { findings: known, overridden: overridden === true, ...(text(by) && { by: text(by) }) },
  };
}

export function readOutletWithSessions(value: unknown, apiBase: string) {
  const json = record(value);
  const sessions = readList(
    json['tradingSessions'] ?? json['sessions'],
    'tradingSessions',
    readTradingSession,
  );
  return { ...readOutlet(json, apiBase), tradingSessions: sessions };
}
