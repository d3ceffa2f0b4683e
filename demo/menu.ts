import type { Category, Item, Modifier } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';

/** The demo's menus. Their ids are readable, because nothing depends on an id's form. */

let made = 0;
const nextId = (kind: string) => `demo-${kind}-${++made}`;

type Choice = [name: string, cost: number];

function modifier(kind: Modifier['kind'], name: string, note: string, choices: Choice[]): Modifier {
  return {
    id: nextId('modifier'),
    name,
    kind,
    note,
    list: choices.map(([option, cost]) => ({ name: option, cost: pence(cost) })),
  };
}

function item(name: string, cost: number, note = '', modifiers: Modifier[] = []): Item {
  return { id: nextId('item'), name, cost: pence(cost), note, modifiers };
}

function category(name: string, list: Item[]): Category {
  return { id: nextId('category'), name, list };
}

const cooked = () =>
  modifier('pickOne', 'Cooked', 'How would you like it?', [
    ['Medium rare', 0],
    ['Medium', 0],
    ['Well done', 0],
  ]);
const burgerExtras = () =>
  modifier('optionalExtra', 'Extras', 'Add to your burger', [
    ['Extra cheddar', 120],
    ['Streaky bacon', 180],
    ['Fried egg', 150],
    ['Gluten-free bun', 0],
  ]);
const side = () =>
  modifier('pickOne', 'Side', 'Comes with', [
    ['Triple-cooked chips', 0],
    ['Sweet potato fries', 100],
    ['House salad', 0],
  ]);
const milk = () =>
  modifier('pickOne', 'Milk', '', [
    ['Whole', 0],
    ['Oat', 40],
    ['Soya', 40],
  ]);
const measure = () =>
  modifier('pickOne', 'Measure', '', [
    ['Single', 0],
    ['Double', 320],
  ]);
const mixer = () =>
  modifier('pickOne', 'Mixer', '', [
    ['Indian tonic', 0],
    ['Slimline tonic', 0],
    ['Soda', 0],
    ['Ginger ale', 0],
  ]);
const glass = () =>
  modifier('pickOne', 'Size', '', [
    ['175 ml', 0],
    ['250 ml', 230],
    ['Bottle', 1650],
  ]);

export function ferryMenu(): Category[] {
  return [
    category('Small plates', [
      item('Whitebait', 750, 'Lemon, smoked paprika mayo'),
      item('Scotch egg', 695, 'Black pudding, piccalilli'),
      item('Crispy squid', 850, 'Lime salt, chilli'),
      item('Padrón peppers', 600, 'Sea salt'),
      item('Sourdough and cultured butter', 450, 'Baked this morning'),
      item('Nocellara olives', 425),
      item('Soup of the day', 695, 'Ask us; served with sourdough'),
      item('Buttermilk chicken', 875, 'Hot honey, pickles'),
    ]),
    category('Mains', [
      item('Ferry burger', 1450, 'Dry-aged beef, pickles, brioche', [cooked(), side(), burgerExtras()]),
      item('Beer-battered haddock', 1550, 'Triple-cooked chips, mushy peas', [
        modifier('optionalExtra', 'On the side', '', [
          ['Curry sauce', 150],
          ['No tartare', 0],
          ['Pickled egg', 125],
        ]),
      ]),
      item('Halloumi flatbread', 1100, 'Chilli honey, slaw', [side()]),
      item('Wild mushroom linguine', 1300, 'Truffle, aged parmesan', [
        modifier('optionalExtra', 'Change', '', [
          ['Gluten-free pasta', 150],
          ['Vegan parmesan', 0],
        ]),
      ]),
      item('Ribeye, 10 oz', 2650, 'Watercress, peppercorn sauce', [cooked(), side()]),
      item('Pie of the day', 1495, 'Mash, greens, proper gravy'),
      item('Superfood salad', 1150, 'Quinoa, avocado, toasted seeds', [
        modifier('optionalExtra', 'Add', '', [
          ['Grilled chicken', 350],
          ['Halloumi', 300],
        ]),
      ]),
      item('Moules frites', 1650, 'Cider, leeks, crème fraîche'),
      item('Vegan chilli', 1225, 'Rice, tortillas, guacamole'),
      item('Slow-roast pork belly', 1725, 'Apple, black pudding, mustard mash'),
      item(
        "Fish finger sandwich with rocket, capers and the landlord's tartare sauce",
        1075,
        'Thick white bloomer',
      ),
    ]),
    category('Sunday roasts', [
      item('Sunday roast', 1850, 'Until it is gone', [
        modifier('pickOne', 'Roast', '', [
          ['Topside of beef', 0],
          ['Half chicken', 0],
          ['Nut roast', 0],
        ]),
        modifier('optionalExtra', 'More', '', [
          ['Extra Yorkshire', 125],
          ['Cauliflower cheese', 450],
        ]),
      ]),
    ]),
    category('Children', [
      item("Kids' pasta", 650, 'Tomato sauce, cheese'),
      item('Fish fingers', 695, 'Chips and peas or beans'),
      item('Mini burger', 750, 'Chips'),
    ]),
    category('Puddings', [
      item('Sticky toffee pudding', 750, 'Vanilla ice cream'),
      item('Chocolate brownie', 695, 'Salted caramel'),
      item('Lemon drizzle', 450),
      item('Cheese plate', 1050, 'Three British cheeses, oatcakes'),
      item('Affogato', 550, '', [modifier('optionalExtra', 'With', '', [['Shot of amaretto', 350]])]),
    ]),
    category('Draught', [
      item('Harbour pale, pint', 590, '4.2 %'),
      item('Harbour pale, half', 310),
      item('Best bitter, pint', 540, '3.9 %'),
      item('Stout, pint', 610, '4.3 %'),
      item('Lager, pint', 575, '4.6 %'),
      item('Orchard cider, pint', 560, '4.5 %'),
      item('Low-alcohol lager, pint', 450, '0.5 %'),
    ]),
    category('Wine and spirits', [
      item('House white', 650, 'Picpoul de Pinet', [glass()]),
      item('House red', 650, 'Côtes du Rhône', [glass()]),
      item('Rosé', 695, 'Provence', [glass()]),
      item('Prosecco, 125 ml', 725),
      item('Gin and mixer', 780, '', [measure(), mixer()]),
      item('Elderflower spritz', 850),
      item('Espresso martini', 1050),
    ]),
    category('Soft and hot drinks', [
      item('Flat white', 360, '', [milk()]),
      item('Americano', 320),
      item('Pot of tea', 300),
      item('Hot chocolate', 395, '', [milk()]),
      item('Cola', 320),
      item('Fresh lemonade', 380),
      item('Apple juice', 300),
      item('Sparkling water', 280),
    ]),
  ];
}

export function cafeMenu(): Category[] {
  return [
    category('Coffee', [
      item('Flat white', 350, '', [milk()]),
      item('Cappuccino', 350, '', [milk()]),
      item('Espresso', 250),
    ]),
    category('Breakfast', [
      item('Full English', 1150, 'Two of everything', [
        modifier('pickOne', 'Eggs', '', [
          ['Fried', 0],
          ['Poached', 0],
          ['Scrambled', 0],
        ]),
      ]),
      item('Avocado on toast', 850, 'Chilli, lime'),
      item('Porridge', 550, 'Honey or jam'),
    ]),
  ];
}
