import { z } from 'zod';
import { percent } from './fields.ts';
import { ask, nothing, state, tell } from './port.ts';

/** The host's version and system, for support. */
const about = z.object({ version: z.string(), system: z.string() });
export type About = z.infer<typeof about>;

/** How far a newer version of the host is. */
const update = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('newest') }),
  z.object({ kind: z.literal('loading'), version: z.string(), percent }),
  /** It can be installed; not while an outlet trades, orders are open or work is unsaved. */
  z.object({ kind: z.literal('ready'), version: z.string() }),
  /** It is for the system's package manager to install. */
  z.object({ kind: z.literal('out'), version: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type Update = z.infer<typeof update>;

/** `failed` is described by {@link Update}; those between are why it may not be installed now. */
const installUpdateOutcome = z.enum([
  'installing',
  'orders-open',
  'trading',
  'unsaved-work',
  'not-ready',
  'failed',
]);
export type InstallUpdateOutcome = z.infer<typeof installUpdateOutcome>;

/** The version that runs here, its licences, and newer versions. */
export const updatesPort = {
  about: ask(nothing, about),
  /** The licences of everything the app is made of, as text. */
  licences: ask(nothing, z.string()),
  update: state(update, { kind: 'unknown' }),
  checkForUpdate: tell(nothing),
  /** Installs what is ready and starts again; refused while that would disturb anybody. */
  installUpdate: ask(nothing, installUpdateOutcome),
};
