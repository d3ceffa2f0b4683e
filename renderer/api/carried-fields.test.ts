import { describe, expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { putItem, putModifier, renameCategory } from '../catalog-model/edits.ts';
import { contentOf, type CatalogContent } from '../catalog-model/content.ts';
import { readers, type ClientRoute } from './calls.ts';
import { carriedFields } from './carried-fields.ts';
import { readCatalog } from './read-catalog.ts';

/** A menu in the format of an unknown server. */
const foreign = {
  _id: 'menu',
  name: 'Lunch',
  latestRevision: {
    categories: [
      {
        _id: 'mains',
        name: 'Mains',
        colour: 'green',
        items: [
          {
            _id: 'burger',
            name: 'Cheeseburger',
            cost: '1250',
            calories: 900,
            allergens: ['milk', 'cereals-wheat'],
            modifiers: [
              {
                _id: 'side',
                name: 'Side',
                kind: 'pickUpToTwo',
                max: 2,
                options: [
                  { name: 'Chips', cost: 0, photo: 'chips.jpg' },
                  { name: 'Salad', cost: '150' },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
};
const { categories } = foreign.latestRevision;
const params = { catalogId: 'menu' };

/** Fields that are carried after such a reply. */
function carrying(call: ClientRoute, reply: unknown) {
  const carried = carriedFields();
  carried.heard(call, reply, readers[call](reply, ''));
  return carried;
}

/** The body that is sent after an edit of the menu that was read. */
function saved(change: (content: CatalogContent) => CatalogContent) {
  const carried = carrying('GET /sellers/catalogs', [foreign]);
  const content = change(contentOf(readCatalog(foreign)));
  return carried.body('PATCH /sellers/catalogs/:catalogId', params, content);
}

describe('a save gives back all that was not edited (D75)', () => {
  it('reads the options of a server that calls them so', () => {
    const [modifier] = readCatalog(foreign).categories[0]?.list[0]?.modifiers ?? [];
    expect(modifier?.list.map(({ name, cost }) => [name, cost])).toEqual([
      ['Chips', 0],
      ['Salad', 150],
    ]);
  });

  it('sends a menu in which only a name was changed as it came, but for that name', () => {
    expect(saved(renameCategory({ categoryId: 'mains' }, 'Big plates'))).toEqual({
      name: 'Lunch',
      categories: [{ ...categories[0], name: 'Big plates' }],
    });
  });

  it('sends what was edited, and what is new under the names that this server uses', () => {
    const place = { categoryId: 'mains', itemId: 'burger' };
    const sent = saved((content) => {
      const item = content.categories[0]?.list[0];
      if (!item) throw new Error('No burger');
      const dearer = putItem(place, { ...item, cost: pence(1300) })(content);
      const sauce = {
        id: 'new',
        name: 'Sauce',
        kind: 'pickOne' as const,
        note: '',
        list: [{ name: 'None', cost: pence(0) }],
      };
      return putModifier(place, sauce)(dearer);
    });
    expect(sent).toMatchObject({
      categories: [
        {
          colour: 'green',
          items: [
            {
              _id: 'burger',
              cost: 1300,
              calories: 900,
              allergens: ['milk', 'cereals-wheat'],
              modifiers: [
                categories[0]?.items[0]?.modifiers[0],
                { id: 'new', options: [{ name: 'None', cost: 0 }] },
              ],
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(sent)).not.toContain('"list"');
  });

  it('adds nothing to what this product’s own server said', () => {
    const own = {
      id: 'menu',
      name: 'Lunch',
      revision: 3,
      categories: [
        {
          id: 'mains',
          name: 'Mains',
          list: [{ id: 'pie', name: 'Pie', cost: 900, note: '', modifiers: [], soldOutUntil: 'session' }],
        },
      ],
    };
    const carried = carrying('GET /sellers/catalogs/:catalogId', own);
    const content = contentOf(readCatalog(own));
    expect(carried.body('PATCH /sellers/catalogs/:catalogId', params, content)).toEqual(content);
  });

  it('keeps what an outlet’s service is said to be beside its name', () => {
    const services = [{ name: 'Stone-baked pizza', slug: 'pizza', optional: true }];
    const carried = carrying('GET /sellers/outlets', [{ id: 'o1', name: 'Inn', services }]);
    const body = {
      name: 'Inn',
      services: [
        { name: 'Pizza', slug: 'pizza' },
        { name: 'Thai', slug: 'thai' },
      ],
    };
    expect(carried.body('PATCH /sellers/outlets/:outletId', { outletId: 'o1' }, body)).toEqual({
      name: 'Inn',
      services: [services[0], { name: 'Thai', slug: 'thai' }],
    });
  });

  it('leaves an option that is renamed all else that was said of it', () => {
    const place = { categoryId: 'mains', itemId: 'burger' };
    const sent = saved((content) => {
      const [side] = content.categories[0]?.list[0]?.modifiers ?? [];
      if (!side) throw new Error('No side');
      const [chips, salad] = side.list;
      if (!chips || !salad) throw new Error('No options');
      const list = [{ ...chips, name: 'Fat chips' }, salad, { name: 'Mash', cost: pence(100) }];
      return putModifier(place, { ...side, list })(content);
    });
    expect(sent).toMatchObject({
      categories: [{ items: [{ modifiers: [{ options: expect.anything() }] }] }],
    });
    expect(JSON.stringify(sent)).toContain(
      JSON.stringify([
        { name: 'Fat chips', cost: 0, photo: 'chips.jpg' },
        { name: 'Salad', cost: '150' },
        { name: 'Mash', cost: 100 },
      ]),
    );
  });

  it('sends what was not edited of an outlet as it was said, and nothing that was never said', () => {
    const said = { _id: 'o1', name: 'Inn', city: 'Leeds', postCode: 'LS1 1AA', lat: '53.79', services: [] };
    const carried = carrying('GET /sellers/outlets/:outletId', said);
    const body = {
      name: 'Inn',
      city: 'York',
      county: '',
      postcode: 'LS1 1AA',
      lat: 53.79,
      lon: 0,
      serviceTypeSelected: 'table-number',
      services: [],
    };
    expect(carried.body('PATCH /sellers/outlets/:outletId', { outletId: 'o1' }, body)).toEqual({
      name: 'Inn',
      city: 'York',
      postcode: 'LS1 1AA',
      lat: '53.79',
      services: [],
    });
  });
});
