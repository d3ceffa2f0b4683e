import type { Catalog, Category, Item, Modifier, ModifierOption } from '#shared/api/catalogs.ts';
import { idOf, record, type LooseJson } from '#shared/base/loose-json.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { readList } from './loose-values.ts';
import type { ListedCatalog } from './read-catalog.ts';
import { same } from './same.ts';

/** An entry as the server sent it, without the lists below it, and as this app has read it. */
type Known = { said: LooseJson; read: object };
/** The server's name for the list below an entry. */
type ListName = 'list' | 'items' | 'options';

/**
 * Sends back, unchanged, what this app does not know of a server's menus and outlets, and the fields that nobody has
 * edited: with the server's own values and names.
 */
export function carriedFields() {
  const known = new Map<string, Known>();
  /** The options of each modifier, in their order. */
  const knownOptions = new Map<string, Known[]>();
  const listNames: { category: ListName; modifier: ListName } = { category: 'list', modifier: 'list' };

  function noteCatalog(value: unknown, read: Pick<ListedCatalog, 'categories'>): void {
    const json = record(value);
    const said = rawList(record(json['latestRevision'])['categories'] ?? json['categories']);
    read.categories?.forEach((category, index) => noteCategory(record(said[index]), category));
  }

  function noteCategory(said: LooseJson, read: Category): void {
    const name = listNameIn(said, 'items');
    listNames.category = name;
    note(keys.category(read), said, read, name);
    const items = rawList(said[name]);
    read.list.forEach((item, index) => noteItem(record(items[index]), item));
  }

  function noteItem(said: LooseJson, read: Item): void {
    note(keys.item(read), said, read, 'modifiers');
    const modifiers = rawList(said['modifiers']);
    read.modifiers.forEach((modifier, index) => noteModifier(record(modifiers[index]), modifier));
  }

  function noteModifier(said: LooseJson, read: Modifier): void {
    const name = listNameIn(said, 'options');
    listNames.modifier = name;
    note(keys.modifier(read), said, read, name);
    const options = rawList(said[name]);
    const list = read.list.map((option, index) => ({ said: record(options[index]), read: option }));
    knownOptions.set(read.id, list);
  }

  function note(key: string, said: LooseJson, read: object, below?: string): void {
    const own = Object.fromEntries(Object.entries(said).filter(([field]) => field !== below));
    known.set(key, { said: own, read });
  }

  const categoryToSend = ({ list, ...category }: Category) => ({
    ...toSend(known.get(keys.category(category)), category),
    [listNames.category]: list.map(itemToSend),
  });
  const itemToSend = ({ modifiers, ...item }: Item) => ({
    ...toSend(known.get(keys.item(item)), item),
    modifiers: modifiers.map(modifierToSend),
  });
  const modifierToSend = ({ list, ...modifier }: Modifier) => ({
    ...toSend(known.get(keys.modifier(modifier)), modifier),
    [listNames.modifier]: list.map((option, index) => toSend(knownOption(modifier.id, list, index), option)),
  });

  /** An option has no id: it is found by its name or, if renamed, by its place. */
  function knownOption(modifierId: string, list: ModifierOption[], index: number): Known | undefined {
    const before = knownOptions.get(modifierId) ?? [];
    const isNamed = (name: unknown) => list.some((option) => option.name === name);
    const inItsPlace = before[index];
    return (
      before.find(({ read }) => nameOf(read) === list[index]?.name) ??
      (inItsPlace && !isNamed(nameOf(inItsPlace.read)) ? inItsPlace : undefined)
    );
  }

  /** The server's entry with the edited fields replaced. */
  function toSend(before: Known | undefined, entry: object): object {
    if (!before) return entry;
    const now = entry as LooseJson;
    const read = before.read as LooseJson;
    const sent = { ...before.said };
    for (const field of new Set([...Object.keys(read), ...Object.keys(now)])) {
      if (below.has(field) || same(now[field], read[field])) continue;
      if (now[field] === undefined) delete sent[field];
      else sent[field] = now[field];
    }
    // Sold-out marks have a call of their own.
    delete sent['soldOutUntil'];
    return sent;
  }

  function noteOutlet(value: unknown, read: Outlet): void {
    known.set(keys.outlet(read.id), { said: record(value), read });
  }

  /** Only fields that the server has sent before, or that were edited. */
  function outletToSend(outletId: string, { services, ...fields }: LooseJson): object {
    const before = known.get(keys.outlet(outletId));
    if (!before) return { ...fields, services };
    const read = before.read as LooseJson;
    const sent = Object.entries(fields).flatMap(([field, now]) => {
      if (!same(now, read[field])) return [[field, now]];
      if (field in before.said) return [[field, before.said[field]]];
      return (otherSpellings[field] ?? '') in before.said ? [[field, now]] : [];
    });
    const said = rawList(before.said['services']).map(record);
    const ofSlug = (slug: unknown) => said.find((service) => service['slug'] === slug);
    const kept = rawList(services).map((service) => ofSlug(record(service)['slug']) ?? service);
    return { ...Object.fromEntries(sent), ...(services !== undefined && { services: kept }) };
  }

  return {
    /** Records the reply to a call; `read` is what its reader made of it (calls.ts). */
    heard(call: string, reply: unknown, read: unknown): void {
      if (call === 'GET /sellers/catalogs') noteEach(noteCatalog, reply, 'catalogs', read as ListedCatalog[]);
      else if (call === 'GET /sellers/outlets') noteEach(noteOutlet, reply, 'outlets', read as Outlet[]);
      else if (catalogCalls.has(call) && read !== null) noteCatalog(reply, read as Catalog);
      else if (outletCalls.has(call) && idOf(record(reply))) noteOutlet(reply, read as Outlet);
    },
    /** The body of a call in this server's format. */
    body(call: string, params: unknown, body: unknown): unknown {
      const { categories } = record(body) as { categories?: Category[] };
      if (call.includes('/sellers/catalogs') && categories)
        return { ...record(body), categories: categories.map(categoryToSend) };
      if (call === 'PATCH /sellers/outlets/:outletId')
        return outletToSend(String(record(params)['outletId']), record(body));
      return body;
    },
  };
}

const catalogCalls: ReadonlySet<string> = new Set([
  'GET /sellers/catalogs/:catalogId',
  'PATCH /sellers/catalogs/:catalogId',
  'POST /sellers/catalogs/:catalogId/sold-out',
]);
const outletCalls: ReadonlySet<string> = new Set([
  'GET /sellers/outlets/:outletId',
  'PATCH /sellers/outlets/:outletId',
]);
/** This app's names for the lists below an entry. */
const below: ReadonlySet<string> = new Set(['list', 'modifiers']);

const keys = {
  category: ({ id }: Pick<Category, 'id'>) => `category ${id}`,
  item: ({ id }: Pick<Item, 'id'>) => `item ${id}`,
  modifier: ({ id }: Pick<Modifier, 'id'>) => `modifier ${id}`,
  outlet: (outletId: string) => `outlet ${outletId}`,
};
/** The entry's name for the list below it: `list`, unless only the other name is present. */
const listNameIn = (said: LooseJson, other: 'items' | 'options'): ListName =>
  Array.isArray(said['list']) || !Array.isArray(said[other]) ? 'list' : other;
const nameOf = (read: object) => (read as Partial<ModifierOption>).name;
/** Other servers' names for the contract's fields. */
const otherSpellings: Record<string, string> = {
  lineOne: 'addressLine1',
  lineTwo: 'addressLine2',
  postcode: 'postCode',
};

function noteEach<T>(note: (said: unknown, read: T) => void, reply: unknown, name: string, read: T[]): void {
  const said = readList(reply, name, (element) => element);
  read.forEach((one, index) => note(said[index], one));
}

const rawList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
