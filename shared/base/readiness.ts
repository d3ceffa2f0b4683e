/** What is checked before an outlet starts to trade, in the order in which screens show it. */
export const readinessChecks = [
  'sound',
  'server',
  'menu',
  'cards',
  'printers',
  'notifications',
  'rungs',
  'awake',
  'clock',
  'disk',
] as const;
export type ReadinessCheck = (typeof readinessChecks)[number];

export const readinessTitles: Record<ReadinessCheck, string> = {
  sound: 'Sound',
  server: 'Server',
  menu: 'Menu',
  cards: 'Card account',
  printers: 'Printers',
  notifications: 'Notifications',
  rungs: 'When nobody answers',
  awake: 'Staying awake',
  clock: 'Clock',
  disk: 'Disk',
};

/** A `fault` holds the start until it is mended or overridden; a `note` only informs. */
export const readinessStates = ['ok', 'note', 'fault'] as const;
export type ReadinessState = (typeof readinessStates)[number];
