import type { Outlet } from '#shared/api/outlets.ts';
import type { Capabilities } from '#shared/host/computer.ts';

/**
 * A setting: what it is called on its screen, other words that people know it by, and where it is; `alone` if only on the
 * board of its one outlet.
 */
export type Setting = { label: string; detail: string; to: string; alone?: true };

type Can = Pick<Capabilities, 'changeApiBase' | 'arrangeWindow'>;

export type SettableOutlet = Pick<
  Outlet,
  | 'id'
  | 'name'
  | 'availability'
  | 'stations'
  | 'ordering'
  | 'orderExpiryMinutes'
  | 'timeZone'
  | 'vatNumber'
  | 'promisesReadyTime'
  | 'guestPage'
>;

/** Everything that a person can set: at this computer, on the board, and for each outlet. */
export function settingsOf(can: Can, outlets: readonly SettableOutlet[]): Setting[] {
  const board = outlets.find(({ availability }) => availability === 'open');
  return [
    ...settingsHere(can),
    ...(board ? settingsOfBoard(board, outlets.length > 1) : []),
    ...outlets.flatMap((outlet) => settingsOfOutlet(outlet)),
  ];
}

const setting = (label: string, detail: string, to: string): Setting => ({ label, detail, to });

function settingsHere(can: Can): Setting[] {
  const here = (label: string, detail: string, id: string) => setting(label, detail, `/settings#${id}`);
  const tills = [
    here('Bring the window to the front for a new order', 'Sounds', 'raise-window'),
    here('Size of everything', 'Display · zoom, larger text', 'zoom'),
    here('The till is a window, full screen or kiosk', 'Display', 'window'),
    here('Start with this computer', 'Display · sign-in to the computer', 'start-at-login'),
  ];
  return [
    here('Name of this screen', 'This screen · till', 'screen-name'),
    here('New orders ring with', 'Sounds · bell, chime or alarm', 'ring'),
    here('Volume', 'Sounds · louder, quieter, muted', 'volume'),
    here('Test the ring', 'Sounds', 'test-ring'),
    here('Printers', 'Kitchen tickets and receipts', 'printers'),
    here('Receipts', 'VAT number and last line on paper', 'receipts'),
    here('Theme', 'Display · light, dark, by the hour', 'theme'),
    here('Cards of orders', 'Display · roomy or compact', 'cards'),
    ...(can.arrangeWindow ? tills : []),
    ...(can.changeApiBase ? [here('Address of the server', 'Connection', 'server')] : []),
    here('Sign-in and security', 'Change password, where you are signed in', 'security'),
    here('About', 'Version, updates, licences, log', 'about'),
  ];
}

function settingsOfBoard({ id, name }: SettableOutlet, several: boolean): Setting[] {
  const onBoard = (label: string, detail: string, place: string) =>
    setting(label, detail, `/outlets/${id}/trading-session#${place}`);
  return [
    onBoard('Newest first', 'Board · sort orders', 'newest-first'),
    onBoard('Compact cards', 'Board', 'compact'),
    ...(several
      ? [onBoard('Outlets on this screen', `Board · ${name} and others`, 'outlets-on-screen')]
      : []),
  ];
}

function settingsOfOutlet(outlet: SettableOutlet): Setting[] {
  const { id, name, availability, stations, ordering } = outlet;
  const { orderExpiryMinutes, timeZone, vatNumber, promisesReadyTime, guestPage } = outlet;
  const managed = (label: string, detail: string, place: string) =>
    setting(label, `${name}${detail && ` · ${detail}`}`, `/outlets/${id}/manage#${place}`);
  return [
    ...(availability === 'open' && stations && stations.list.length > 0
      ? [
          {
            ...setting('Station of this screen', `${name} · board`, `/outlets/${id}/trading-session#station`),
            alone: true as const,
          },
        ]
      : []),
    managed('Catalog of the outlet', 'menu', 'catalog'),
    managed('Outlet profile', 'name, address, telephone, services', 'profile'),
    managed('Outlet image', 'picture', 'image'),
    managed('Service type', 'table number or order number', 'profile-service-type'),
    ...(orderExpiryMinutes === undefined
      ? []
      : [managed('Minutes until an unanswered order expires', '', 'profile-expiry')]),
    ...(promisesReadyTime === undefined ? [] : [managed('Promise a ready time', '', 'profile-ready-times')]),
    ...(timeZone === undefined ? [] : [managed('Time zone', 'clock, hours', 'profile-time-zone')]),
    ...(vatNumber === undefined ? [] : [managed('VAT', 'number, rate, prices', 'profile-vat')]),
    ...(guestPage === undefined
      ? []
      : [managed('Guest page', 'QR codes for tables, pick-up screen', 'guest-page')]),
    ...(stations ? [managed('Stations', 'kitchen, bar', 'stations')] : []),
    ...(ordering ? nobodyAnswers.map((words) => managed(...words)) : []),
  ];
}

const nobodyAnswers: [label: string, detail: string, place: string][] = [
  ['When nobody answers', 'every screen rings, e-mail, webhook, text messages', 'nobody-answers'],
  ['Notifications on phones', 'when nobody answers', 'phones'],
];
