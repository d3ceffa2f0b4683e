import { speak, type Dialect, type Json } from './dialects.ts';

/** The stand-in's data. What a client may save (accounts, outlets, catalogs) is stored as it was sent. */
export type Shop = {
  statuses: { value: string; label: string }[];
  accounts: Json[];
  outlets: Json[];
  catalogs: Json[];
  sessions: { id: string; outletId: string; startedAt: string; finishedAt: string | null }[];
};

export const OUTLET = 'outlet-1';
const CATALOG = 'catalog-1';
export const PAST_SESSION = 'session-1';
export const OPEN_SESSION = 'session-2';

export const idOf = (thing: Json): string => String(thing['id'] ?? thing['_id']);

export function newShop(dialect: Dialect): Shop {
  const statuses = dialect.ownWords
    ? [
        { value: 'papers', label: 'Awaiting papers' },
        { value: 'verified', label: 'Approved' },
        { value: 'barred', label: 'Barred' },
      ]
    : [
        { value: 'pending', label: 'Pending review' },
        { value: 'verified', label: 'Verified' },
        { value: 'suspended', label: 'Suspended' },
      ];
  const [waiting, verified] = statuses;
  const said = (things: Json[]) => things.map((thing) => speak(dialect, thing) as Json);
  return {
    statuses,
    accounts: said([
      { ...seller, id: 'seller-1', accountStatus: verified },
      { ...applicant, id: 'seller-2', accountStatus: waiting },
      { ...seller, id: 'admin-1', ...admin, accountStatus: verified },
    ]),
    outlets: said([
      { ...inn, id: OUTLET, accountStatus: verified },
      { ...cabin, id: 'outlet-2', accountStatus: waiting },
    ]),
    catalogs: said([
      menuWith(dialect.ownWords ? 'pickUpToTwo' : 'optionalExtra'),
      { id: 'catalog-2', name: 'Winter menu', latestRevision: { categories: [] } },
    ]),
    sessions: [
      session(OPEN_SESSION, new Date(Date.now() - 3_600_000).toISOString(), null),
      session(PAST_SESSION, '2026-11-01T17:00:00.000Z', '2026-11-01T22:00:00.000Z'),
    ],
  };
}

export function session(id: string, startedAt: string, finishedAt: string | null) {
  return { id, outletId: OUTLET, startedAt, finishedAt };
}

const seller = {
  email: 'seller@example.com',
  companyName: 'Another Company Ltd',
  companyWebsite: 'https://another.example',
  companyPhoneNumber: '020 7946 0100',
  addressLine1: '1 Wharf Road',
  addressLine2: 'Bankside',
  city: 'London',
  county: '',
  country: 'United Kingdom',
  postcode: 'SE1 9DX',
  stripeConnectId: null,
};
const applicant = { ...seller, email: 'applicant@example.com', companyName: 'Applicant & Daughters' };
const admin = { email: 'admin@example.com', companyName: 'The Platform', isAdmin: true };

const inn = {
  name: 'The <b>Other</b> Inn',
  url: 'https://inn.example',
  telephone: '0113 496 0100',
  email: 'inn@example.com',
  lineOne: '1 High Street',
  lineTwo: 'Old Town',
  city: 'Leeds',
  county: 'West Yorkshire',
  country: 'United Kingdom',
  postcode: 'LS1 1AA',
  lat: 53.79,
  lon: -1.54,
  services: [
    { name: 'Stone-baked pizza', slug: 'pizza', optional: true },
    { name: 'Sunday roast', slug: 'sunday-roast', optional: false },
    { name: 'Vegetarian', slug: 'vegetarian' },
  ],
  serviceTypeSelected: 'order-number',
  availability: 'open',
  catalog: { id: CATALOG, name: 'All day' },
  tradingSession: { id: OPEN_SESSION },
};
const cabin = { name: 'The Cabin', city: 'York', services: [], availability: 'closed' };

const cheese = { name: 'Cheddar', cost: 0 };
const menuWith = (kindOfSides: string) => ({
  id: CATALOG,
  name: 'All day',
  latestRevision: {
    categories: [
      {
        id: 'food',
        name: 'Food',
        list: [
          {
            id: 'burger',
            name: 'Cheeseburger',
            cost: 1_250,
            note: 'With chips',
            modifiers: [
              {
                id: 'cheese',
                name: 'Cheese',
                kind: 'pickOne',
                note: 'Melted',
                list: [cheese, { name: 'Stilton', cost: 75 }],
              },
              {
                id: 'sides',
                name: 'Sides',
                kind: kindOfSides,
                note: 'In a bowl',
                list: [{ name: 'Slaw', cost: 300 }],
              },
            ],
          },
          { id: 'pie', name: 'Pie', cost: 1_500, note: '', modifiers: [] },
        ],
      },
      {
        id: 'drinks',
        name: 'Drinks',
        list: [{ id: 'ale', name: 'Ale', cost: 480, note: 'A pint', modifiers: [] }],
      },
    ],
  },
});
