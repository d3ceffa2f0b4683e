import { z } from 'zod';
import { MOST_OUTLETS } from '#shared/api/live.ts';
import { record } from '#shared/base/loose-json.ts';
import { vendorId } from '#shared/base/vendor-id.ts';
import { preferences, type Preferences } from '#shared/host/computer.ts';
import { knownOutlet } from '#shared/host/session.ts';
import type { Settings } from './settings.ts';

/** The fields of an outlet that this version knows, whatever else is there. */
const outlet = z.object(knownOutlet.shape);

/** The store's own JSON Schema would take half of the till's start. */
const schemas = {
  apiBase: z.string().nullable(),
  lastOutlet: z
    .union([vendorId, outlet.extend({ chosen: z.array(outlet).max(MOST_OUTLETS).exactOptional() })])
    .nullable(),
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
  mutedPercent: z.int().min(1).max(100).nullable(),
} satisfies { [K in Exclude<keyof Settings, 'preferences'>]: z.ZodType<Settings[K]> };

const inWords: Record<Exclude<keyof Settings, 'preferences'> | keyof Preferences, string> = {
  apiBase: 'the address of the server',
  lastOutlet: 'the outlet',
  bounds: 'the window’s place',
  mutedPercent: 'the volume',
  volumePercent: 'the volume',
  sound: 'the sound',
  raiseWindow: 'whether the window comes to the front',
  theme: 'the colours',
  zoomPercent: 'the size of the text',
  windowMode: 'the full screen',
  startAtLogin: 'the start with the computer',
  screenName: 'the name of this till',
};

/** What this version knows of a file that any version wrote, and `wrong`, in words, what is at fault; that is as at first. */
export function readSettings(file: unknown, first: Settings): { values: Settings; wrong: string[] } {
  const wrong = new Set<string>();
  /** Each value of `json` that has a schema. */
  function read<T extends object>(json: unknown, usual: T, shape: Record<string, z.ZodType>): T {
    const known = Object.entries(shape).flatMap(([name, schema]) => {
      const value = record(json)[name];
      const { success, data } = schema.safeParse(value);
      if (!success && value !== undefined) wrong.add(inWords[name as keyof typeof inWords]);
      return success ? [[name, data]] : [];
    });
    return { ...usual, ...Object.fromEntries(known) } as T;
  }
  const chosen = record(file)['preferences'];
  const values = {
    ...read(file, first, schemas),
    preferences: read(chosen, first.preferences, preferences.shape),
  };
  return { values, wrong: [...wrong] };
}
