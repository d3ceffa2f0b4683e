import fc from 'fast-check';

/** Values that break programs, of every type of JSON. */
const nasty: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202e\ufeff\u0007',
  '💷'.repeat(60),
  'é'.repeat(64),
  'x'.repeat(100_000),
  "'; drop table orders; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  [],
  [[]],
  [null],
  Array.from({ length: 5_000 }, () => 'x'),
  {},
  { constructor: { prototype: { isAdmin: true } } },
  { length: 1e9 },
  { toString: 1, valueOf: 1, toJSON: 1, __defineGetter__: 1, hasOwnProperty: 1 },
];

/** Fields that a careless server might take from a body. */
const surplus = [
  'isAdmin',
  'accountStatus',
  'stripeConnectId',
  'sellerId',
  'amount',
  'id',
  'status',
  'version',
];

type Path = (string | number)[];

/** The paths of all values inside a value, including itself. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/** A copy with the value at a path replaced, or removed if `put` is undefined. Where a list has no such place, the value is added to its end. */
function changed(value: unknown, [first, ...rest]: Path, put: unknown): unknown {
  if (first === undefined) return put;
  if (Array.isArray(value) && !Object.keys(value).includes(String(first)))
    return [...(value as unknown[]), put];
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...(value as object) };
  const fields = copy as Record<string | number, unknown>;
  const inner = changed(fields[first], rest, put);
  if (inner === undefined) delete fields[first];
  else fields[first] = inner;
  return copy;
}

/** JSON text of the sample with one error: a different value, a missing one, or an extra one. */
export function wrongBodies(sample: unknown): fc.Arbitrary<string> {
  const anything = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...nasty) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
  const place = fc.constantFrom(...pathsOf(sample));
  const names = fc.oneof(fc.constantFrom(...surplus, '__proto__x', ' '), fc.string({ maxLength: 20 }));
  return fc
    .oneof(
      fc.tuple(place, anything).map(([path, value]) => changed(sample, path, value)),
      place.map((path) => (path.length > 0 ? changed(sample, path, undefined) : null)),
      fc
        .tuple(place, names, anything)
        .map(([path, name, value]) => changed(sample, [...path.slice(0, -1), name], value)),
    )
    .map((value) => JSON.stringify(value) ?? 'undefined');
}

const deep = (open: string, close: string, times = 10_000) => open.repeat(times) + close.repeat(times);

/** Bodies that are not the sample's JSON, each with a name. */
export function brokenBodies(sample: unknown): [string, string | Buffer][] {
  const text = JSON.stringify(sample ?? {});
  const [first] = Object.entries(sample ?? {});
  return [
    ['cut', text.slice(0, -1)],
    ['NaN', '{"a":NaN}'],
    ['Infinity', '-Infinity'],
    ['a huge number', '{"a":1e999999}'],
    ['deep lists', deep('[', ']')],
    ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['__proto__ escaped', '{"\\u005f_proto__":{"isAdmin":true}}'],
    ['constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    [
      'no UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]),
    ],
    ['half of a character', '{"name":"\\ud83d"}'],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['a byte order mark', `\ufeff${text}`],
    ['a NUL after it', `${text}\0`],
    ['two of them', text + text],
    ['a comment', `${text}// x`],
    ['a key twice', first ? `{${JSON.stringify(first[0])}:null,${text.slice(1)}` : '{"a":1,"a":2}'],
    ['2 MB', JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) })],
    [
      'a thousand fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`f${n}`, n]))),
    ],
  ];
}

export const wrongTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'application/jsonx',
  'application/json, text/html',
  ';;;',
  'image/png',
];

export const wrongHeaders: Record<string, string>[] = [
  ...[
    '',
    '*',
    '1',
    '"',
    '""',
    '"-1"',
    '"1.5"',
    '"9999999999"',
    '"99999999999"',
    '"1", "2"',
    'W/"x"',
    '"\u00e9"',
  ].map((value) => ({ 'if-match': value })),
  ...['', ' ', 'a b', '\u00e9', 'x'.repeat(256), 'x'.repeat(8_000), '__proto__', "';--", '\u0001'].map(
    (value) => ({
      'idempotency-key': value,
    }),
  ),
  { accept: 'text/html', 'accept-encoding': 'x'.repeat(2_000) },
  { 'x-http-method-override': 'DELETE', 'x-forwarded-for': "'; drop table orders" },
  { cookie: '__proto__=1; '.repeat(100) },
  { range: 'bytes=0-0,1-1,-1', 'if-none-match': '*', expect: '100-continue' },
];

export const wrongTokens = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
  `Bearer ${'x'.repeat(8_000)}`,
  'Basic YTpi',
  'bearer\tx',
  'Bearer \u00e9',
];

export const wrongIds = [
  '%00',
  'a%00b',
  '..',
  '.',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  'a%2fb',
  'a%5cb',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(300),
  '%E0%A4%A',
  '%ED%A0%80',
  '%F0%9F%92%B7',
  '__proto__',
  'constructor',
  'toString',
  "'%3B%20drop%20table%20orders%3B%20--",
  '%7B%7D',
  '%20',
  '*',
  'null',
];

export const wrongQueries = [
  '?',
  '?%',
  '?%00=%00',
  '?token=%00',
  '?token=a&token=b',
  '?token[]=a&token[x]=b',
  '?__proto__[isAdmin]=true&constructor=1',
  '?limit=-1&cursor=%00&search=%25&status=x',
  '?limit=1e9&limit=2',
  '?file-name=%00&file-type=image/png&file-size=-1',
  '?file-name=a&file-name=b&file-type=image/png',
  `?token=${'x'.repeat(8_000)}`,
  `?${Array.from({ length: 1_000 }, (_, n) => `a${n}=1`).join('&')}`,
];
