/**
 * How the stand-in's replies differ from this product's. The options can be combined freely; without any, the server
 * sends exactly the fields of the call table.
 */
export type Dialect = {
  /** Ids are called `_id`. */
  underscoreIds?: true;
  /** A modifier's list is called `options`. */
  options?: true;
  /** `postCode`, `addressLine1`. */
  otherSpellings?: true;
  /** Every number is sent as text. */
  textForNumbers?: true;
  /** Every object has fields that no specification names. */
  strangeFields?: true;
  /** Orders have a `version` and catalogs a `revision`, and `If-Match` is honoured. */
  versions?: true;
  /** The body of a refusal: a sentence, an object with it, one with a code as well, or nothing. */
  errors?: 'sentence' | 'object' | 'coded' | 'silent';
  /** The payload of `order-update`: the id alone, the order, or the order with a count. `none` sends no events. */
  events?: 'id' | 'order' | 'counted' | 'none';
  /**
   * Further account statuses besides `verified`, an order with an unknown status, and a modifier of an unknown kind.
   */
  ownWords?: true;
  /** An order does not name its outlet. */
  namelessOutlets?: true;
  /** Lists leave out a catalog's contents and a session's figures, and times of creation are missing. */
  leavesOut?: true;
  /** An action on an order is answered with `{}`. */
  emptyAnswers?: true;
};

/** The dialects with which every screen is tested; together they have every option. */
export const dialects: Record<string, Dialect> = {
  'the call table alone': {},
  'other names for the same things': {
    underscoreIds: true,
    options: true,
    otherSpellings: true,
    errors: 'object',
  },
  'text for numbers, and fields of its own': {
    textForNumbers: true,
    strangeFields: true,
    events: 'order',
  },
  'words of its own, no events and empty answers': {
    ownWords: true,
    strangeFields: true,
    events: 'none',
    emptyAnswers: true,
    namelessOutlets: true,
    errors: 'silent',
  },
  'versions, codes and counted events': {
    underscoreIds: true,
    textForNumbers: true,
    versions: true,
    events: 'counted',
    errors: 'coded',
  },
  'neither figures nor times of its own': { leavesOut: true },
};

export type Json = Record<string, unknown>;

const otherNames = { postcode: 'postCode', lineOne: 'addressLine1', lineTwo: 'addressLine2' };

/** The value in a dialect. */
export function speak(dialect: Dialect, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => speak(dialect, element));
  if (typeof value === 'number') return dialect.textForNumbers ? String(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(
    ([name, held]) => [nameOf(dialect, name, 'kind' in value), speak(dialect, held)] as const,
  );
  return { ...Object.fromEntries(fields), ...(dialect.strangeFields && strangeFields) };
}

const strangeFields = { 'x-shelf': 'B 7', translations: { cy: ['un', { tri: true, dim: null }] } };

function nameOf(dialect: Dialect, name: string, isModifier: boolean): string {
  if (name === 'id' && dialect.underscoreIds) return '_id';
  if (name === 'list' && isModifier && dialect.options) return 'options';
  return (dialect.otherSpellings && otherNames[name as keyof typeof otherNames]) || name;
}

/** A refusal in a dialect. */
export function refusal({ errors = 'sentence' }: Dialect, code: string, message: string): unknown {
  switch (errors) {
    case 'sentence':
      return { error: message };
    case 'object':
      return { error: { message } };
    case 'coded':
      return { error: { code, message } };
    case 'silent':
      return undefined;
  }
}
