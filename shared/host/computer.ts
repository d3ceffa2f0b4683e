import { z } from 'zod';
import { silentReasons } from '../base/hearing.ts';
import { readScreenName } from '../base/screen-name.ts';
import { percent, saveOutcome } from './fields.ts';
import { ask, event, fixed, nothing, state, tell } from './port.ts';
import { defaultPreferences, sounds, themes, windowModes, zooms } from './preferences.ts';

/** What screens must know about the host they run on; never its name. */
export type Capabilities = {
  /** The address of the API is a setting of the host, and its Connection page is shown. */
  readonly changeApiBase: boolean;
  /** Alerts go on while the window is hidden or minimised. */
  readonly alertInBackground: boolean;
  /** The system shows notifications, if a person lets it. */
  readonly showNotifications: boolean;
  /** Signed out, `/` is the short form, and the host opens on the last used outlet. */
  readonly opensOnOutlet: boolean;
  /** It has a window of its own, which it can zoom, spread, raise, and open when somebody signs in to the computer. */
  readonly arrangeWindow: boolean;
  /** It looks for newer versions of itself and installs them. */
  readonly updateItself: boolean;
  /** It keeps a log of what happened, to be handed to whoever helps. */
  readonly exportLogs: boolean;
  /** It has printers of its own, which print by themselves and without a dialog. */
  readonly printSilently: boolean;
  /** It opens further pages of the web, and prints its own through a dialog. */
  readonly openPages: boolean;
};

/** This computer's sound and display settings, whoever is signed in. */
export const preferences = z.strictObject({
  sound: z.enum(sounds),
  /** 0 is muted. */
  volumePercent: percent,
  /** The window comes to the front for a new order. */
  raiseWindow: z.boolean(),
  theme: z.enum(themes),
  zoomPercent: z.literal(zooms),
  windowMode: z.enum(windowModes),
  startAtLogin: z.boolean(),
  /** What people call this screen; empty until somebody has named it. */
  screenName: z.string().refine((name) => name === '' || name === readScreenName(name)),
});
export type Preferences = z.infer<typeof preferences>;

const { shape } = preferences;
const preferencesChange = z.strictObject({
  sound: shape.sound.exactOptional(),
  volumePercent: shape.volumePercent.exactOptional(),
  raiseWindow: shape.raiseWindow.exactOptional(),
  theme: shape.theme.exactOptional(),
  zoomPercent: shape.zoomPercent.exactOptional(),
  windowMode: shape.windowMode.exactOptional(),
  startAtLogin: shape.startAtLogin.exactOptional(),
  screenName: shape.screenName.exactOptional(),
});

/** Why a computer could not sound, whatever its volume; null while it could. */
export const unable = z.enum(silentReasons).exclude(['muted']).nullable();
export type Unable = z.infer<typeof unable>;

const exportLogsOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exported'), file: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

/** Null where the host cannot know. */
const examined = z.object({ staysAwake: z.boolean().nullable(), freeBytes: z.number().nullable() });

/** The computer that the screens run on, and its preferences. */
export const computerPort = {
  /** Tests an address of the API, then keeps it. The session at the old address is over. */
  saveApiBase: ask(z.string().max(2048), saveOutcome),
  /** Opens an https or mailto address outside the app. */
  openExternal: tell(z.string().max(2048)),
  /** The person followed a link to a screen from outside the app; its path. */
  screenChosen: event(z.string()),
  preferences: state(preferences, defaultPreferences),
  changePreferences: tell(preferencesChange),
  /** Sounds again: as loud as before, where the host muted it. */
  unmute: tell(nothing),
  silent: state(unable, null),
  /** What this screen is called until somebody names it, such as `Till on BAR-PC`; empty: as its browser. */
  usualScreenName: fixed(z.string(), 'Till'),
  exportLogs: ask(nothing, exportLogsOutcome),
  /** What trading needs of this computer. */
  examineComputer: ask(nothing, examined),
};
