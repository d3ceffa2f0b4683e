import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Category, Item, Modifier } from '#shared/api/catalogs.ts';
import { allergenKinds, allergens } from '#shared/base/allergens.ts';
import { labellingOf, vatRates } from '#shared/base/labelling.ts';
import { weekdays } from '#shared/base/menu-hours.ts';
import { pence } from '#shared/base/money.ts';
import { servingOf } from '#shared/catalogs/served.ts';
import { itemsOf, type CatalogContent } from '../catalog-model/content.ts';
import { differencesBetween } from '../catalog-model/differences.ts';
import { same } from '../api/same.ts';
import { guarded, unguarded } from './columns.ts';
import { imported } from './import-menu.ts';
import { menuOf } from './read-menu.ts';
import { readSheet } from './read-rows.ts';
import { catalogCsv } from './write-csv.ts';

const read = async (text: string) => menuOf(await readSheet(new File([text], 'menu.csv'), () => {}));
const empty: CatalogContent = { name: 'Menu', categories: [] };

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    '=1+1',
    "'=1",
    '-12',
    '+44',
    '@home',
    "''@x",
    'a "b", c',
    'two\nlines',
    'Crème brûlée',
    '＝x',
    "'tis",
  ),
);
const nameText = text.map((name) => name.trim().replaceAll('\r', '')).filter((name) => name !== '');
const distinct = <T extends { name: string }>(entries: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(entries, { selector: ({ name }) => name, maxLength });
const cost = fc.nat(100_000_000).map(pence);
const statement = fc.record({
  allergens: fc.subarray(allergens),
  allergenKinds: fc.subarray(allergenKinds, { maxLength: 3 }),
  containsNone: fc.constantFrom(true as const, undefined),
  ageRestricted: fc.constantFrom(true as const, undefined),
});
const anyModifier: fc.Arbitrary<Modifier> = fc.record({
  id: fc.uuid(),
  name: nameText,
  kind: fc.constantFrom('pickOne', 'optionalExtra'),
  note: fc.oneof(fc.constant(''), nameText),
  list: distinct(
    fc
      .record({
        name: nameText,
        cost,
        stated: statement,
        vatRate: fc.option(fc.constantFrom(...vatRates), { nil: undefined }),
      })
      .map(({ vatRate, stated, ...option }) => ({ ...option, ...labellingOf({ ...stated, vatRate }) })),
    3,
  ),
});
const clock = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const hours = fc.array(
  fc.record({ days: fc.subarray([...weekdays], { minLength: 1 }), from: clock, to: clock }),
  { minLength: 1, maxLength: 3 },
);
const serving = fc
  .record({
    hours: fc.option(hours, { nil: undefined }),
    happyHour: fc.option(fc.record({ cost, hours }), { nil: undefined }),
  })
  .map(servingOf);
const anyItem: fc.Arbitrary<Item> = fc
  .record({
    id: fc.uuid(),
    name: nameText,
    cost,
    note: fc.oneof(fc.constant(''), nameText),
    modifiers: distinct(anyModifier, 2),
    stated: statement,
    vatRate: fc.option(fc.constantFrom(...vatRates), { nil: undefined }),
    serving,
  })
  .map(({ stated, vatRate, serving: own, ...item }) => ({
    ...item,
    ...labellingOf({ ...stated, vatRate }),
    ...own,
  }));
const anyContent: fc.Arbitrary<CatalogContent> = fc.record({
  name: fc.constant('Menu'),
  categories: distinct(
    fc
      .record({ id: fc.uuid(), name: nameText, list: fc.array(anyItem, { maxLength: 3 }), serving })
      .map(({ serving: own, ...category }): Category => ({ ...category, ...own })),
    3,
  ),
});

describe('a catalog as a spreadsheet', () => {
  it('read again is exactly what was written, whatever stands in it', async () => {
    await fc.assert(
      fc.asyncProperty(anyContent, async (content) => {
        const menu = await read(catalogCsv(content));
        expect(menu.problems).toEqual([]);
        for (const onlyTheFile of [true, false])
          expect(differencesBetween(content, imported(content, menu, onlyTheFile))).toEqual([]);
        // Into an empty catalog: equal except for the ids.
        const anew = imported(empty, menu, true);
        expect(catalogCsv(anew)).toBe(catalogCsv(content));
        expect(same(imported(anew, menu, true), anew), 'the same file again changes nothing').toBe(true);
      }),
    );
  });

  it('never holds a cell that a spreadsheet would run', () => {
    fc.assert(
      fc.property(text, (typed) => {
        expect(guarded(typed)).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r]/);
        expect(unguarded(guarded(typed))).toBe(typed);
      }),
    );
  });

  it('tells what it cannot read, row by row, and reads nothing then', async () => {
    const rows = [
      'Category,Item,Price,Contains,VAT,Modifier,Requirement,Option',
      'Mains,Pie,abc,gold,19%,,,',
      ',,3.00,,,,,',
      'Mains,Soup,,,,,,',
      'Mains,Stew,5,,,Bread,perhaps,White',
      ',,,,,,,White',
    ];
    expect((await read(rows.join('\n'))).problems).toEqual([
      'Row 2: “abc” is no price.',
      'Row 2: “gold” is none of the fourteen allergens.',
      'Row 2: “19%” is none of the VAT rates 20%, 5% and 0%.',
      'Row 3: a price without an item.',
      'Row 4: it has no price.',
      'Row 5: “perhaps” is neither “Pick one” nor “Optional extra”.',
      'Row 6: “White” is there twice.',
    ]);
    expect((await read('Dish,Cost\nPie,3')).problems).toEqual([
      'The first row must name a column “Category”.',
    ]);
  });

  it('of columns that a file does not have, nothing changes', async () => {
    const [pie] = itemsOf(
      imported(
        empty,
        await read('Category,Item,Price,Allergens,VAT\nMains,Pie,12.50,"milk, wheat",20'),
        true,
      ),
    );
    expect(pie).toMatchObject({ cost: 1250, allergens: ['gluten', 'milk'], vatRate: 20 });
    expect(pie).toMatchObject({ allergenKinds: ['wheat'] });
    const before = imported(empty, await read('Category,Item,Price,Allergens\nMains,Pie,12.50,milk'), true);
    const after = imported(
      before,
      await read('Section;Dish;Cost (£)\nMains;Pie;£13,00\nMains;Soup;4.5'),
      false,
    );
    expect(differencesBetween(before, after).map(({ kind, what, detail }) => [kind, what, detail])).toEqual([
      ['changed', 'Mains › Pie', 'Price: £12.50 → £13.00'],
      ['added', 'Mains › Soup', '£4.50'],
    ]);
  });

  it('says of an option what it contains, and that something contains none of the fourteen (D56)', async () => {
    const rows = [
      'Category,Item,Price,Allergens,Modifier,Option,Option allergens',
      'Mains,Pie,12.50,"Gluten (wheat, rye), Nuts (Brazil nuts)",Extras,Cheddar,Milk',
      ',,,,,Chips,None',
      ',,,,,Pickle,',
      'Mains,Soup,5,None of the 14,,,',
      'Mains,Stew,7,not stated,,,',
      'Mains,Salad,7,"none, milk",,,',
    ];
    const { categories, problems } = await read(rows.join('\n'));
    const [pie, soup, stew] = categories[0]?.list ?? [];
    expect(pie).toMatchObject({
      allergens: ['gluten', 'nuts'],
      allergenKinds: ['wheat', 'rye', 'brazil-nuts'],
      modifiers: [{ list: [{ allergens: ['milk'] }, { containsNone: true }, { name: 'Pickle' }] }],
    });
    expect(pie?.modifiers[0]?.list[2]).toEqual({ name: 'Pickle', cost: 0 });
    expect(soup).toMatchObject({ containsNone: true });
    expect(stew).not.toHaveProperty('containsNone');
    expect(problems).toEqual(['Row 7: “none, milk” says both none and some allergens.']);
  });

  it('reads hours as people write them, and says what are none (D58)', async () => {
    const rows = [
      'Category,Item,Price,Hours,Happy hour price,Happy hour,Category hours',
      'Breakfast,Pie,5,"mon–fri 7:00 to 11.00, Saturday & Sunday 8:30-24:00",4.50,daily 17:00-18:30,Sat-Mon 22:00-02:00',
      ',Soup,4,someday 7:00-9:00,,,',
      ',Stew,4,Mon 25:00-26:00,,,',
      ',Salad,4,,3,,',
    ];
    const { categories, problems } = await read(rows.join('\n'));
    expect(categories[0]).toMatchObject({
      hours: [{ days: ['mon', 'sat', 'sun'], from: '22:00', to: '02:00' }],
      list: [
        {
          hours: [
            { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '07:00', to: '11:00' },
            { days: ['sat', 'sun'], from: '08:30', to: '00:00' },
          ],
          happyHour: { cost: 450, hours: [{ days: weekdays, from: '17:00', to: '18:30' }] },
        },
        { name: 'Soup' },
        { name: 'Stew' },
        { name: 'Salad' },
      ],
    });
    expect(problems).toEqual([
      'Row 3: “someday 7:00-9:00” are no hours, such as Mon-Fri 17:00-18:30.',
      'Row 4: “Mon 25:00-26:00” are no hours, such as Mon-Fri 17:00-18:30.',
      'Row 5: a happy hour has a price and hours.',
    ]);
  });

  it('a pub’s whole menu of more than 120 items comes in whole', async () => {
    const menu = await read(readFileSync('tests/support/samples/menus/the-old-ferry.csv', 'utf8'));
    expect(menu.problems).toEqual([]);
    const content = imported(empty, menu, false);
    expect(itemsOf(content).length).toBeGreaterThanOrEqual(120);
    expect(content.categories).toHaveLength(14);
    const champagne = itemsOf(content).find(({ name }) => name === 'Champagne, bottle');
    expect(champagne).toMatchObject({
      cost: 115_000,
      note: '“The good one”; ask for the vintage',
      vatRate: 20,
    });
    expect(same(imported(content, menu, true), content)).toBe(true);
  });
});
