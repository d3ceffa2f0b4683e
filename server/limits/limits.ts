/** At most `most` of something, for one subject: in `seconds`, or at once where there are none. */
export type Limit = { most: number; seconds: number | null };

const minute = 60;
const hour = 60 * minute;

/**
 * Every limit of the server with its usual number and the reason for it; `LIMITS` changes single ones. What does harm by
 * adding up (guesses, accounts, declined cards) is counted where all servers count, and a restart does not forget it.
 * What costs a server its time is counted by that server alone: the rates of routes, and all that is "at once".
 */
const table = {
  'sign-in-failures': [
    10,
    15 * minute,
    'Wrong passwords for one e-mail from one network: a person errs twice or three times.',
  ],
  'sign-in-failures-network': [
    100,
    15 * minute,
    'Wrong passwords from one network, which may be an office; not held against accounts that signed in from there in the last 30 days, so that a guest on a pub’s Wi-Fi keeps none of its staff out.',
  ],
  'sign-in-failures-email': [
    100,
    15 * minute,
    'Wrong passwords for one e-mail from anywhere; not held against networks that it was signed in from in the last 30 days, so that strangers keep no owner out.',
  ],
  'sign-ins-email': [
    100,
    15 * minute,
    'Right passwords too cost a hash each: all fifty screens of a seller, twice over, as after a change of the password.',
  ],
  'registrations-network': [30, hour, 'New accounts from one network.'],
  'registrations-email': [
    5,
    hour,
    'New accounts with one e-mail: a form that was sent again after a mistake.',
  ],
  'leads-network': [10, hour, 'Enquiries from one network; each is read by a person.'],
  'drills-outlet': [20, hour, 'Drills of one outlet: each sends a message to everybody who is named there.'],
  'drills-account': [60, hour, 'The same of one seller: three of each of twenty outlets.'],
  'declines-network': [
    30,
    10 * minute,
    'Points: a declined card is 5, and an order that is paid takes 1 back. Six declines in a row, or one in five for ever: a room of honest guests stays below that, and who tries stolen cards does not.',
  ],
  'declines-outlet': [
    500,
    10 * minute,
    'The same points for one outlet, from all networks together: 100 declines, and one in five. Beyond it networks that paid for an order there in the last day go on as before, and the others have the next two limits as well.',
  ],
  'declines-stranger': [
    5,
    10 * minute,
    'The same points for a network that has not paid there, while somebody tries cards on the outlet: one decline.',
  ],
  'declines-outlet-strangers': [
    1_500,
    10 * minute,
    'The same points for one outlet: 300 declines. Beyond it networks that have paid there, the guests in the house, go on as before, and the others have the next limit as well.',
  ],
  'orders-outlet-strangers': [
    12,
    minute,
    'Orders at an outlet beyond that, of networks that have not paid there: some guests who are new there still order, and who tries cards gets as few there.',
  ],
  'declines-server': [
    100,
    10 * minute,
    'The same points for all outlets together: 20 declines, and one in five. Beyond it orders of networks that have paid nowhere in the last day begin in turns, outlet by outlet, as the next two limits say.',
  ],
  'orders-strangers': [
    1_200,
    minute,
    'How many such orders begin, one after the other: more than an evening’s new guests, and a tenth of what a server does.',
  ],
  'strangers-waiting': [200, null, 'Such orders that wait to begin: ten seconds’ worth.'],
  'paid-network': [
    1,
    25 * hour,
    'Notes that a network has paid for an order at an outlet, or at any; refuses nothing.',
  ],
  'declines-card': [15, hour, 'The same points for one card: three declines.'],
  'unpaid-network': [
    60,
    null,
    'Orders from one network whose customer’s bank has not answered yet; a full house has some fifteen.',
  ],
  'unpaid-outlet': [300, null, 'The same for one outlet.'],
  'cards-asked-network': [
    4,
    null,
    'Orders from one network for which the card provider is asked at once; others wait their turn. So no more cards are tried at once than are left to be declined.',
  ],
  'cards-waiting-network': [200, null, 'Orders from one network that wait for that: about a minute’s.'],
  hashes: [2, null, 'Passwords that are hashed at once: two cores’ worth. Networks take turns.'],
  'hashes-network': [
    1,
    null,
    'Passwords from one network that are hashed at once: what one network asks for leaves a core to the others.',
  ],
  'hashes-waiting-network': [
    20,
    null,
    'Passwords from one network that wait to be hashed: the tills of a large house.',
  ],
  'hashes-waiting': [
    100,
    null,
    'Passwords that wait to be hashed, of all networks: about four seconds’ worth. Beyond it the network with the most waits longer.',
  ],
  'orders-network': [
    120,
    minute,
    'Orders from one network, paid or not: a full house of 200 guests places 20 a minute.',
  ],
  'given-up-network': [
    60,
    10 * minute,
    'Orders given up after an answer was lost: a full house that loses its Wi-Fi has some twenty under way.',
  ],
  'menus-network': [3_000, minute, 'Menus read from one network: a guest reads two or three.'],
  'tracking-network': [
    6_000,
    minute,
    'Orders followed from one network: 200 guests who ask every 5 s make 2,400.',
  ],
  'notifications-network': [
    240,
    minute,
    'Phones of one network that ask to be told of an order, or no longer: twice its orders.',
  ],
  'following-network': [
    1_000,
    null,
    'Orders followed live from one network: 200 guests with a few orders each; as many menus, and as many pick-up screens. Beyond it their pages ask instead.',
  ],
  following: [
    5_000,
    null,
    'The same of all networks, orders, menus and pick-up screens together: 25 full houses, and a quarter of all connections.',
  ],
  'following-order': [10, null, 'Pages that follow one order live: a guest with two phones, and friends.'],
  'asked-network': [
    4,
    null,
    'New accounts, enquiries and exchanges of tokens of one network that are worked on at once, and sign-ins that are looked up; others wait their turn.',
  ],
  'tokens-network': [
    1_200,
    minute,
    'Tokens exchanged or ended from one network: a till exchanges one every 15 minutes.',
  ],
  'attempts-network': [
    300,
    minute,
    'Sign-ins, accounts and enquiries asked for from one network; the limits above are looked up for each.',
  ],
  'calls-network': [
    60_000,
    minute,
    'Calls with a token from one network: ten pubs in one building, with fifty screens each that poll every 2 s, make 15,000.',
  ],
  'bad-tokens-network': [
    300,
    minute,
    'Calls from one network whose token is not good (any more); beyond it each is answered a second later. Good tokens are not held back.',
  ],
  'events-network': [6_000, minute, 'What Stripe reports from one of its networks: 50 orders a second.'],
  'unsigned-events-network': [
    20,
    10 * minute,
    'Reports that Stripe did not sign, from one network; beyond it nothing from there is read.',
  ],
  'uploads-network': [
    30,
    minute,
    'Pictures of up to 5 MB sent from one network: an outlet has one, and an office may set up thirty.',
  ],
  'uploads-seller': [
    2,
    null,
    'Pictures of one seller that are written down at once; others wait their turn, unread.',
  ],
  'upload-addresses-seller': [
    100,
    24 * hour,
    'Addresses of a bucket that one seller gets, each for one picture: thirty outlets with three tries each. Files that no outlet shows are removed after a day.',
  ],
  'documents-network': [120, minute, 'The description of the API, of 1 MB or less, read from one network.'],
  'pages-network': [
    12_000,
    minute,
    'All else that is read from one network: pages, scripts, pictures, health. A page is some thirty files, the first time.',
  ],
  bodies: [
    16,
    null,
    'Bodies of 64 KB or more, or of unknown length, that are in memory at once, from their first byte until they are answered: of 1 MB at most, 16 MB together. Others wait unread, and networks take turns.',
  ],
  'bodies-network': [4, null, 'The same from one network: an office that saves four large menus at once.'],
  'reads-account': [6_000, minute, 'Reads of one account: fifty screens that poll every 2 s make 1,500.'],
  'writes-account': [3_000, minute, 'Commands of one account: fifty screens with one press a second.'],
  'unknown-sockets-network': [
    200,
    null,
    'Sockets from one network that have not said yet whose they are, for which they have 10 s: four times the screens that one seller may have, all back at the same moment.',
  ],
  'connections-network': [
    2_000,
    null,
    'Connections from one network, where no reverse proxy is in front: 200 guests with six each, and their house’s screens.',
  ],
} as const satisfies Record<string, readonly [most: number, seconds: number | null, reason: string]>;

export type LimitName = keyof typeof table;
export type Limits = Readonly<Record<LimitName, Limit>>;

export const limitNames = Object.keys(table) as LimitName[];

/** Why a limit is what it is, in a sentence. */
export const reasonOf = (name: LimitName): string => table[name][2];

export const usualLimits = Object.fromEntries(
  limitNames.map((name) => [name, { most: table[name][0], seconds: table[name][1] }]),
) as Limits;

const entry = /^([a-z-]+)=(\d{1,9})(?:\/(\d{1,7}))?$/;

/**
 * The usual limits with those of `changes` in their place, as `LIMITS` has them: `name=most`, or `name=most/seconds`.
 * Null where that cannot be read.
 */
export function readLimits(changes: readonly string[]): Limits | null {
  const limits: Record<string, Limit> = { ...usualLimits };
  for (const change of changes) {
    const [, name = '', most = '', seconds] = entry.exec(change) ?? [];
    const usual = limits[name];
    // What counts at once has no time, and a rate of nothing would shut the door for everybody.
    if (
      !usual ||
      Number(most) < 1 ||
      (seconds !== undefined && (usual.seconds === null || Number(seconds) < 1))
    )
      return null;
    limits[name] = { most: Number(most), seconds: seconds === undefined ? usual.seconds : Number(seconds) };
  }
  return limits as Limits;
}
