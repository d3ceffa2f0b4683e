import { beforeAll, expect, it } from 'vitest';
import { registration, type Seller } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { menuCache } from '../orders/menu-cache.ts';

let seller: Seller;
let path: string;
setUpServer();
beforeAll(async () => {
  seller = await server.seller();
  const { body } = await seller.send('POST', '/sellers/outlets', { name: 'The Old Ferry' });
  path = `/sellers/outlets/${body.id}`;
});

const edit = (body: object) => seller.send('PATCH', path, { name: 'The Old Ferry', ...body });

it('an outlet is edited as it was made, and keeps what is left out', async () => {
  const full = {
    name: 'The Old Ferry',
    url: 'https://theoldferry.example/menu?from=app',
    telephone: '020 7946 0123',
    email: 'bar@theoldferry.example',
    lineOne: 'Flat 3/2, 14½ O’Connell St.',
    lineTwo: 'Bankside & Borough',
    city: 'Kingston upon Hull',
    county: 'East Riding',
    country: 'United Kingdom',
    postcode: 'SE1 9DX',
    buildingNameOrNumber: '14½',
    street: 'O’Connell St.',
    lat: 51.5,
    lon: -0.09,
    services: [{ slug: 'pizza', name: 'Pizza' }],
    serviceTypeSelected: 'order-number',
    orderExpiryMinutes: 3,
    timeZone: 'America/St_Johns',
    vatNumber: 'GB123456789',
    vatRate: 20,
    pricesIncludeVat: false,
    promisesReadyTime: true,
    guestPage: false,
  };
  expect(await edit(full)).toMatchObject({ status: 200, body: full });
  expect(await seller.send('PATCH', path, { name: 'The New Ferry' })).toMatchObject({
    status: 200,
    body: { ...full, name: 'The New Ferry', accountStatus: { value: 'pending' } },
  });
  expect(await edit({ county: '', url: '' })).toMatchObject({
    body: { county: '', url: '', city: full.city },
  });
});

it('has a page for its guests until that is switched off, and what serves it knows at once', async () => {
  const { body: other } = await seller.send('POST', '/sellers/outlets', { name: 'The Lighterman' });
  expect(other.guestPage).toBe(true);
  const menus = menuCache(server.database);
  const served = async () => (await menus.load(other.id))?.facts.guestPage;
  expect(await served()).toBe(true);
  for (const guestPage of [false, true]) {
    const change = { name: 'The Lighterman', guestPage };
    expect((await seller.send('PATCH', `/sellers/outlets/${other.id}`, change)).body).toMatchObject(change);
    expect(await served()).toBe(guestPage);
  }
});

it.each([
  ['url', 'www.theoldferry.co.uk', 'https://www.theoldferry.co.uk'],
  ['url', 'theoldferry.co.uk:8080/menu', 'https://theoldferry.co.uk:8080/menu'],
  ['url', 'HTTP://CAFÉ.example', 'HTTP://CAFÉ.example'],
  ['telephone', '+44 (0)20 7946 0123 ext. 4', '+44 (0)20 7946 0123 ext. 4'],
  ['telephone', '01632-960 001 x12', '01632-960 001 x12'],
  ['email', '', ''],
  ['postcode', 'gir 0aa', 'gir 0aa'],
  ['timeZone', 'Europe/London', 'Europe/London'],
  ['vatNumber', 'gb 123 4567 89', 'GB123456789'],
  ['vatNumber', '', ''],
  ['vatRate', null, null],
])('takes a real %s: %s (D6)', async (field, value, kept) => {
  expect(await edit({ [field]: value })).toMatchObject({ status: 200, body: { [field]: kept } });
});

it.each([
  ['url', 'javascript:alert(1)'],
  ['timeZone', 'Europe/Lundon'],
  ['vatNumber', 'about twenty'],
  ['vatRate', 19],
  ['pricesIncludeVat', 'yes'],
  ['timeZone', '+01:00'],
  ['timeZone', ''],
  ['url', ' JavaScript:alert(1)'],
  ['url', 'data:text/html,<script>'],
  ['url', 'https://ferry.example/"><script>'],
  ['url', 'https://bank.example@evil.example'],
  ['url', 'ferry'],
  ['telephone', '<b>020</b>'],
  ['telephone', `1${'ext.'.repeat(49)}!`],
  ['email', 'nobody'],
  ['lineOne', 'x'.repeat(201)],
  ['lat', 91],
  ['services', [{ slug: 'space-food', name: 'Space food' }]],
  ['serviceTypeSelected', 'by-drone'],
  ['orderExpiryMinutes', 2],
  ['orderExpiryMinutes', 21],
  ['orderExpiryMinutes', 3.5],
  ['name', ' '],
])('refuses a %s of %s (D6)', async (field, value) => {
  const { body: before } = await seller.send('GET', path);
  const reply = await edit({ [field]: value });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body.error.fields)[0]).toMatch(new RegExp(`^${field}`));
  expect((await seller.send('GET', path)).body).toEqual(before);
});

it('services are the known ones, each once, under their own names', async () => {
  const services = [
    { slug: 'pizza', name: '<b>Free</b>', optional: true },
    { slug: 'pizza', name: 'Pizza' },
    { slug: 'collection' },
  ];
  expect((await edit({ services })).body.services).toEqual([
    { slug: 'pizza', name: 'Pizza', optional: true },
    { slug: 'collection', name: 'Collection' },
  ]);
});

it('a company’s website is held to the same', async () => {
  const register = (companyWebsite: string) =>
    server.send('POST', '/sellers/register', { ...registration, companyWebsite });
  expect((await register('javascript:alert(1)')).status).toBe(400);
  expect((await register('ferry.example')).body.account.companyWebsite).toBe('https://ferry.example');
});

it('lists are in the order of names, whether they begin with a capital or not', async () => {
  const other = await server.seller();
  for (const name of ['Zebra', 'the Anchor', 'The Crown'])
    for (const path of ['/sellers/outlets', '/sellers/catalogs']) await other.send('POST', path, { name });
  for (const path of ['/sellers/outlets', '/sellers/catalogs']) {
    const { body } = await other.send('GET', path);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['the Anchor', 'The Crown', 'Zebra']);
  }
});

it('an outlet that is added twice with one key is one outlet, and both are answered alike (D10)', async () => {
  const other = await server.seller();
  const add = (name: string) =>
    other.send('POST', '/sellers/outlets', { name }, { 'idempotency-key': 'opened-dialog' });
  const [first, twin] = await Promise.all([add('The Old Ferry'), add('The Old Ferry')]);
  expect(first.status).toBe(201);
  expect(twin).toMatchObject({ status: 201, body: first.body });
  await other.send('PATCH', `/sellers/outlets/${first.body.id}`, { name: 'The New Ferry' });
  expect((await add('The Old Ferry')).body).toEqual(first.body);
  expect(await add('The Lighterman')).toMatchObject({
    status: 422,
    body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } },
  });
  const { body: list } = await other.send('GET', '/sellers/outlets');
  expect(list).toMatchObject([{ id: first.body.id, name: 'The New Ferry' }]);
});
