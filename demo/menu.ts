import type { Category } from '#shared/api/catalogs.ts';
import { adult, category, item, modifier, none } from './menu-entries.ts';

const cooked = () =>
  modifier('pickOne', 'Cooked', 'How would you like it?', [
    ['Medium rare', 0, none],
    ['Medium', 0, none],
    ['Well done', 0, none],
  ]);
const burgerExtras = () =>
  modifier('optionalExtra', 'Extras', 'Add to your burger', [
    ['Extra cheddar', 120, ['milk']],
    ['Streaky bacon', 180, none],
    ['Fried egg', 150, ['eggs']],
    ['Gluten-free bun', 0, ['eggs', 'soya']],
  ]);
const side = () =>
  modifier('pickOne', 'Side', 'Comes with', [
    ['Triple-cooked chips', 0, none],
    ['Sweet potato fries', 100, none],
    ['House salad', 0, ['mustard', 'sulphites']],
  ]);
const milk = () =>
  modifier('pickOne', 'Milk', '', [
    ['Whole', 0, ['milk']],
    ['Oat', 40, ['oats']],
    ['Soya', 40, ['soya']],
  ]);
const measure = () =>
  modifier('pickOne', 'Measure', '', [
    ['Single', 0, none],
    ['Double', 320, none],
  ]);
const mixer = () =>
  modifier('pickOne', 'Mixer', '', [
    ['Indian tonic', 0, none],
    ['Slimline tonic', 0, none],
    ['Soda', 0, none],
    ['Ginger ale', 0, ['sulphites']],
  ]);
const glass = () =>
  modifier('pickOne', 'Size', '', [
    ['175 ml', 0, none],
    ['250 ml', 230, none],
    ['Bottle', 1650, none],
  ]);

export function ferryMenu(): Category[] {
  return [
    category('Small plates', [
      item('Whitebait', 750, ['wheat', 'fish', 'eggs', 'mustard'], 'Lemon, smoked paprika mayo'),
      item(
        'Scotch egg',
        695,
        ['wheat', 'oats', 'eggs', 'mustard', 'sulphites', 'celery'],
        'Black pudding, piccalilli',
      ),
      item('Crispy squid', 850, ['wheat', 'molluscs'], 'Lime salt, chilli'),
      item('Padrón peppers', 600, none, 'Sea salt'),
      item('Sourdough and cultured butter', 450, ['wheat', 'rye', 'milk'], 'Baked this morning'),
      item('Nocellara olives', 425, ['sulphites']),
      item('Soup of the day', 695, ['wheat', 'rye', 'celery', 'milk'], 'Ask us; served with sourdough'),
      item('Buttermilk chicken', 875, ['wheat', 'milk', 'mustard'], 'Hot honey, pickles'),
    ]),
    category('Mains', [
      item(
        'Ferry burger',
        1450,
        ['wheat', 'eggs', 'milk', 'mustard', 'sesame', 'sulphites'],
        'Dry-aged beef, pickles, brioche',
        [cooked(), side(), burgerExtras()],
      ),
      item(
        'Beer-battered haddock',
        1550,
        ['wheat', 'barley', 'fish', 'eggs', 'mustard', 'sulphites'],
        'Triple-cooked chips, mushy peas',
        [
          modifier('optionalExtra', 'On the side', '', [
            ['Curry sauce', 150, ['celery', 'mustard']],
            ['No tartare', 0, none],
            ['Pickled egg', 125, ['eggs', 'sulphites']],
          ]),
        ],
      ),
      item('Halloumi flatbread', 1100, ['wheat', 'milk', 'sulphites'], 'Chilli honey, slaw', [side()]),
      item('Wild mushroom linguine', 1300, ['wheat', 'eggs', 'milk'], 'Truffle, aged parmesan', [
        modifier('optionalExtra', 'Change', '', [
          ['Gluten-free pasta', 150, none],
          ['Vegan parmesan', 0, ['soya']],
        ]),
      ]),
      item('Ribeye, 10 oz', 2650, ['milk', 'celery', 'sulphites'], 'Watercress, peppercorn sauce', [
        cooked(),
        side(),
      ]),
      item(
        'Pie of the day',
        1495,
        ['wheat', 'barley', 'milk', 'eggs', 'celery'],
        'Mash, greens, proper gravy',
      ),
      item('Superfood salad', 1150, ['sesame', 'mustard'], 'Quinoa, avocado, toasted seeds', [
        modifier('optionalExtra', 'Add', '', [
          ['Grilled chicken', 350, none],
          ['Halloumi', 300, ['milk']],
        ]),
      ]),
      item('Moules frites', 1650, ['molluscs', 'milk', 'sulphites'], 'Cider, leeks, crème fraîche'),
      item('Vegan chilli', 1225, ['celery'], 'Rice, tortillas, guacamole'),
      item(
        'Slow-roast pork belly',
        1725,
        ['oats', 'wheat', 'milk', 'mustard', 'sulphites'],
        'Apple, black pudding, mustard mash',
      ),
      item(
        "Fish finger sandwich with rocket, capers and the landlord's tartare sauce",
        1075,
        ['wheat', 'fish', 'eggs', 'mustard', 'sulphites'],
        'Thick white bloomer',
      ),
    ]),
    category('Sunday roasts', [
      item('Sunday roast', 1850, ['wheat', 'eggs', 'milk', 'celery', 'sulphites'], 'Until it is gone', [
        modifier('pickOne', 'Roast', '', [
          ['Topside of beef', 0, ['celery', 'sulphites']],
          ['Half chicken', 0, ['celery']],
          ['Nut roast', 0, ['hazelnuts', 'cashews', 'celery']],
        ]),
        modifier('optionalExtra', 'More', '', [
          ['Extra Yorkshire', 125, ['wheat', 'eggs', 'milk']],
          ['Cauliflower cheese', 450, ['wheat', 'milk', 'mustard']],
        ]),
      ]),
    ]),
    category('Children', [
      item("Kids' pasta", 650, ['wheat', 'milk', 'celery'], 'Tomato sauce, cheese'),
      item('Fish fingers', 695, ['wheat', 'fish'], 'Chips and peas or beans'),
      item('Mini burger', 750, ['wheat', 'milk', 'sesame'], 'Chips'),
    ]),
    category('Puddings', [
      item('Sticky toffee pudding', 750, ['wheat', 'eggs', 'milk', 'sulphites'], 'Vanilla ice cream'),
      item('Chocolate brownie', 695, ['wheat', 'eggs', 'milk', 'soya'], 'Salted caramel'),
      item('Lemon drizzle', 450, ['wheat', 'eggs', 'milk']),
      item(
        'Cheese plate',
        1050,
        ['milk', 'oats', 'wheat', 'celery', 'sulphites'],
        'Three British cheeses, oatcakes',
      ),
      item('Affogato', 550, ['milk', 'eggs'], '', [
        modifier('optionalExtra', 'With', '', [['Shot of amaretto', 350, ['almonds'], 'adult']]),
      ]),
    ]),
    category('Draught', [
      adult(item('Harbour pale, pint', 590, ['barley', 'wheat'], '4.2 %')),
      adult(item('Harbour pale, half', 310, ['barley', 'wheat'])),
      adult(item('Best bitter, pint', 540, ['barley'], '3.9 %')),
      adult(item('Stout, pint', 610, ['barley', 'oats'], '4.3 %')),
      adult(item('Lager, pint', 575, ['barley'], '4.6 %')),
      adult(item('Orchard cider, pint', 560, ['sulphites'], '4.5 %')),
      item('Low-alcohol lager, pint', 450, ['barley'], '0.5 %'),
    ]),
    category('Wine and spirits', [
      adult(item('House white', 650, ['sulphites'], 'Picpoul de Pinet', [glass()])),
      adult(item('House red', 650, ['sulphites'], 'Côtes du Rhône', [glass()])),
      adult(item('Rosé', 695, ['sulphites'], 'Provence', [glass()])),
      adult(item('Prosecco, 125 ml', 725, ['sulphites'])),
      adult(item('Gin and mixer', 780, none, '', [measure(), mixer()])),
      adult(item('Elderflower spritz', 850, ['sulphites'])),
      adult(item('Espresso martini', 1050, ['sulphites'])),
    ]),
    category('Soft and hot drinks', [
      item('Flat white', 360, none, '', [milk()]),
      item('Americano', 320, none),
      item('Pot of tea', 300, ['milk']),
      item('Hot chocolate', 395, ['soya'], '', [milk()]),
      item('Cola', 320, none),
      item('Fresh lemonade', 380, ['sulphites']),
      item('Apple juice', 300, none),
      item('Sparkling water', 280, none),
    ]),
  ];
}

export function cafeMenu(): Category[] {
  return [
    category('Coffee', [
      item('Flat white', 350, none, '', [milk()]),
      item('Cappuccino', 350, none, '', [milk()]),
      item('Espresso', 250, none),
    ]),
    category('Breakfast', [
      item('Full English', 1150, ['wheat', 'soya', 'sulphites', 'mustard'], 'Two of everything', [
        modifier('pickOne', 'Eggs', '', [
          ['Fried', 0, ['eggs']],
          ['Poached', 0, ['eggs', 'sulphites']],
          ['Scrambled', 0, ['eggs', 'milk']],
        ]),
      ]),
      item('Avocado on toast', 850, ['wheat', 'rye'], 'Chilli, lime'),
      item('Porridge', 550, ['oats', 'milk'], 'Honey or jam'),
    ]),
  ];
}
