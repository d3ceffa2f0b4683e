/**
 * A kitchen and a bar at work, dish by dish, to judge promises by. It knows nothing of how a promise is estimated: its
 * people, places and mistakes are its own, and an estimator sees only what a till sees (lines, acceptance, Ready).
 */
export type Dish = { name: string; station: string; hands: number; cooks: number; spread: number };
export type Crew = { cooks: number; barStaff: number; places: Record<string, number> };
export type Evening = { crew: Crew; hours: number; ordersAnHour: (hour: number) => number };
/** As a till sees it; times in minutes of the evening. */
export type ServedOrder = { acceptedAt: number; readyAt: number; lines: { dish: Dish; quantity: number }[] };

type Random = () => number;

/** `hands` is what a person does for it, `cooks` how long it then takes a place (of its station) by itself; minutes. */
const dish = (name: string, station: string, hands: number, cooks = 0, spread = 0.2): Dish => ({
  name,
  station,
  hands,
  cooks,
  spread,
});
const drinks = [
  dish('Lager', 'bar', 0.7, 0, 0.3),
  dish('Stout', 'bar', 1.6, 0, 0.25),
  dish('Wine', 'bar', 0.6, 0, 0.3),
  dish('Lemonade', 'bar', 0.5, 0, 0.3),
  dish('Cocktail', 'bar', 2.4, 0, 0.3),
  dish('Coffee', 'bar', 1.5, 0, 0.3),
];
const food = [
  dish('Burger', 'grill', 2.5, 7, 0.15),
  dish('Steak', 'grill', 2.5, 10, 0.2),
  dish('Halloumi', 'grill', 2, 5, 0.15),
  dish('Fish and chips', 'fryer', 2, 8, 0.12),
  dish('Wings', 'fryer', 1.5, 9, 0.12),
  dish('Fries', 'fryer', 0.8, 5, 0.12),
  dish('Pie', 'oven', 1.5, 12, 0.12),
  dish('Lasagne', 'oven', 1.5, 11, 0.12),
  dish('Salad', 'cold', 3.5, 0, 0.25),
  dish('Brownie', 'cold', 2, 0, 0.25),
];

/** Orders of an evening in the order of their acceptance. */
export function evening({ crew, hours, ordersAnHour }: Evening, random: Random): ServedOrder[] {
  /** Who works tonight is quicker or slower than usual, all evening. */
  const pace = spreadAround(1, 0.08, random);
  const atWork = everybodyOf(crew);
  const absences = drawnAbsences([atWork.cooks, atWork.bar], hours, random);
  return arrivals(hours, ordersAnHour, random).map((lines): ServedOrder => {
    const { acceptedAt } = lines;
    while (absences[0] && absences[0].at <= acceptedAt) {
      const { people, at } = absences[0];
      take(people, at, 5 + 5 * random());
      absences.shift();
    }
    const done = madeAt(lines, atWork, {
      hands: ({ hands, spread }) => pace * spreadAround(hands, spread, random),
      cooks: ({ cooks, spread }) => spreadAround(cooks, spread, random),
    });
    return { acceptedAt, readyAt: done + untilPressed(random), lines: lines.lines };
  });
}

/**
 * When the orders of an evening would be ready if everything took its mean time and nobody went away: what somebody
 * would expect who knows each cook, place and dish by heart. Needs all orders of the evening, in their order.
 */
export function withoutLuck(crew: Crew, orders: ServedOrder[]): number[] {
  const atWork = everybodyOf(crew);
  const means = { hands: ({ hands }: Dish) => hands, cooks: ({ cooks }: Dish) => cooks };
  return orders.map((order) => madeAt(order, atWork, means));
}

/** When each of a crew, and each of its places, is free next. */
type AtWork = { cooks: number[]; bar: number[]; places: Map<string, number[]> };

const everybodyOf = ({ cooks, barStaff, places }: Crew): AtWork => ({
  cooks: freeFrom(cooks),
  bar: freeFrom(barStaff),
  places: new Map(Object.entries(places).map(([name, count]) => [name, freeFrom(count)])),
});

/** When all dishes of an order are made, which takes people and places their time. */
function madeAt(
  { acceptedAt, lines }: Accepted,
  { cooks, bar, places }: AtWork,
  minutes: { hands: (dish: Dish) => number; cooks: (dish: Dish) => number },
): number {
  let done = acceptedAt;
  for (const { dish: made, quantity } of lines)
    for (let one = 0; one < quantity; one += 1) {
      const people = made.station === 'bar' ? bar : cooks;
      const handled = take(people, acceptedAt, minutes.hands(made));
      const place = places.get(made.station);
      const cooked = made.cooks === 0 || !place ? handled : take(place, handled, minutes.cooks(made));
      done = Math.max(done, cooked);
    }
  return done;
}

/** Somebody checks the order at the pass and presses Ready; three times in a hundred they forget it for minutes. */
function untilPressed(random: Random): number {
  return 0.2 + 0.8 * random() + (random() < 0.03 ? 2 + 3 * random() : 0);
}

/** When each of so many people, or places, is free next. */
const freeFrom = (count: number): number[] => Array.from({ length: count }, () => 0);

/** The first that is free works on it, from `from` at the earliest; when it is done. */
function take(each: number[], from: number, minutes: number): number {
  const first = each.indexOf(Math.min(...each));
  const done = Math.max(each[first] ?? 0, from) + minutes;
  each[first] = done;
  return done;
}

/** A delivery comes, a glass breaks: on some evenings somebody of a crew is away for five to ten minutes. */
function drawnAbsences(crews: number[][], hours: number, random: Random) {
  return crews
    .flatMap((people) => (random() < 0.5 ? [{ people, at: random() * hours * 60 }] : []))
    .toSorted((one, other) => one.at - other.at);
}

type Accepted = Pick<ServedOrder, 'acceptedAt' | 'lines'>;

function arrivals(hours: number, ordersAnHour: (hour: number) => number, random: Random): Accepted[] {
  const accepted: Accepted[] = [];
  let at = 0;
  for (;;) {
    at += (-Math.log(1 - random()) * 60) / ordersAnHour(at / 60);
    if (at > hours * 60) break;
    accepted.push({ acceptedAt: at + 0.2 + 1.3 * random(), lines: chosen(random) });
  }
  return accepted.toSorted((one, other) => one.acceptedAt - other.acceptedAt);
}

/** A round of drinks, a meal, or both, as a table orders them. */
function chosen(random: Random): ServedOrder['lines'] {
  const kind = random();
  const some = (from: Dish[], most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () => from[Math.floor(random() * from.length)]);
  const picked = [...(kind < 0.85 ? some(drinks, 3) : []), ...(kind > 0.5 ? some(food, 3) : [])];
  return [...new Set(picked)].flatMap((made) =>
    made ? [{ dish: made, quantity: random() < 0.75 ? 1 : 2 }] : [],
  );
}

/** A log-normal number around `mean`; `spread` is its standard deviation as a share of the mean. */
function spreadAround(mean: number, spread: number, random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const sigma = Math.sqrt(Math.log(1 + spread ** 2));
  return mean * Math.exp(sigma * normal - sigma ** 2 / 2);
}
