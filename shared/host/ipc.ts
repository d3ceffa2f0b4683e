import { z } from 'zod';
import type { AccountStatusValue } from '../base/account-statuses.ts';
import { account as ownAccount } from '../api/accounts.ts';
import { deafReasons, silentReasons } from '../base/hearing.ts';
import { MOST_RINGING } from './ipc-names.ts';
import { sounds, themes, windowModes, zooms } from './preferences.ts';
import {
  duePrint,
  jobAnswer,
  printerState,
  printJob,
  printRequest,
  printSettings,
} from '../print/schemas.ts';

/** Of any server that keeps the call table: other vendors' ids are longer than ours (D2). */
const id = z.string().min(1).max(256);
/** The account of any server that keeps the call table: it may have statuses of its own (D2). */
const account = ownAccount.extend({
  accountStatus: z.object({
    value: z.custom<AccountStatusValue>((value) => typeof value === 'string'),
    label: z.string(),
  }),
});
const remembered = z.strictObject({
  outletId: id,
  outletName: z.string().max(2000),
  trading: z.boolean().nullable(),
});
const silent = z.enum(silentReasons).exclude(['muted']).nullable();
const session = z.object({ account, accessToken: z.string() });
const nothing = z.void();
const printing = z.object({ settings: printSettings, printers: z.array(printerState) });
const percent = z.int().min(0).max(100);
const preferences = z.strictObject({
  sound: z.enum(sounds),
  volumePercent: percent,
  raiseWindow: z.boolean(),
  theme: z.enum(themes),
  zoomPercent: z.literal(zooms),
  windowMode: z.enum(windowModes),
  startAtLogin: z.boolean(),
});
const preferencesChange = z.strictObject({
  sound: preferences.shape.sound.exactOptional(),
  volumePercent: preferences.shape.volumePercent.exactOptional(),
  raiseWindow: preferences.shape.raiseWindow.exactOptional(),
  theme: preferences.shape.theme.exactOptional(),
  zoomPercent: preferences.shape.zoomPercent.exactOptional(),
  windowMode: preferences.shape.windowMode.exactOptional(),
  startAtLogin: preferences.shape.startAtLogin.exactOptional(),
});
const update = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('newest') }),
  z.object({ kind: z.literal('loading'), version: z.string(), percent }),
  z.object({ kind: z.literal('ready'), version: z.string() }),
  z.object({ kind: z.literal('out'), version: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);

/**
 * The contract between the till's page and its main process: commands the page sends, each with one payload and one
 * reply, and events the main process sends. The preload and the handlers are derived from it; no other channel exists.
 */
export const ipc = {
  commands: {
    restoreSession: { payload: nothing, reply: session.nullable() },
    signIn: {
      payload: z.strictObject({ email: z.string().max(254), password: z.string().max(512) }),
      reply: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('signed-in'), session }),
        z.object({ kind: z.literal('refused'), status: z.int(), message: z.string().nullable() }),
        z.object({ kind: z.literal('unreachable') }),
      ]),
    },
    refreshSession: {
      payload: z.strictObject({ staleAccessToken: z.string().max(4096) }),
      reply: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('refreshed'), accessToken: z.string() }),
        z.object({ kind: z.literal('signed-out') }),
        z.object({ kind: z.literal('unreachable') }),
      ]),
    },
    keepAccount: { payload: z.strictObject({ account }), reply: nothing },
    signOut: { payload: nothing, reply: nothing },
    signInKept: { payload: nothing, reply: z.enum(['kept', 'until-closed']) },
    saveApiBase: {
      payload: z.strictObject({ apiBase: z.string().max(2048) }),
      reply: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('saved') }),
        z.object({ kind: z.literal('refused'), message: z.string() }),
      ]),
    },
    setRinging: {
      payload: z.strictObject({
        orders: z
          .array(z.strictObject({ orderId: id, expiresInMs: z.number().min(0).nullable() }))
          .max(MOST_RINGING),
      }),
      reply: nothing,
    },
    announceOrder: {
      payload: z.strictObject({
        orderId: id,
        outletId: id,
        title: z.string().max(200),
        body: z.string().max(500),
      }),
      reply: nothing,
    },
    rememberOutlet: { payload: z.strictObject({ outlet: remembered.nullable() }), reply: nothing },
    rememberedOutlet: { payload: nothing, reply: remembered.nullable() },
    openExternal: { payload: z.strictObject({ url: z.string().max(2048) }), reply: nothing },
    readPreferences: { payload: nothing, reply: preferences },
    changePreferences: { payload: preferencesChange, reply: nothing },
    testRing: { payload: nothing, reply: nothing },
    soundFault: { payload: nothing, reply: nothing },
    /** The bell's page says for which orders it sounded. */
    sounded: { payload: z.strictObject({ orderIds: z.array(id).max(MOST_RINGING) }), reply: nothing },
    setWatch: {
      payload: z.strictObject({
        watch: z
          .strictObject({
            ...remembered.shape,
            openOrders: z.int().min(0),
            deaf: z.strictObject({ why: z.enum(deafReasons), since: z.iso.datetime() }).nullable(),
          })
          .nullable(),
      }),
      reply: nothing,
    },
    dismissFault: { payload: nothing, reply: nothing },
    /** The page's main thread runs: said every 5 s. */
    alive: { payload: nothing, reply: nothing },
    /** The bell's page says whether this computer could sound. */
    tellSilent: { payload: z.strictObject({ silent }), reply: nothing },
    readSilent: { payload: nothing, reply: silent },
    screenName: { payload: nothing, reply: z.string() },
    about: { payload: nothing, reply: z.object({ version: z.string(), system: z.string() }) },
    licences: { payload: nothing, reply: z.string() },
    exportLogs: {
      payload: nothing,
      reply: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('exported'), file: z.string() }),
        z.object({ kind: z.literal('failed'), message: z.string() }),
      ]),
    },
    readUpdate: { payload: nothing, reply: update },
    checkForUpdate: { payload: nothing, reply: nothing },
    installUpdate: {
      payload: nothing,
      reply: z.enum(['installing', 'orders-open', 'trading', 'unsaved-work', 'not-ready', 'failed']),
    },
    readPrinting: { payload: nothing, reply: printing.extend({ jobs: z.array(printJob) }) },
    savePrintSettings: {
      payload: z.strictObject({ settings: printSettings }),
      reply: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('saved') }),
        z.object({ kind: z.literal('refused'), message: z.string() }),
      ]),
    },
    systemPrinters: { payload: nothing, reply: z.array(z.string()) },
    printsOnce: { payload: nothing, reply: z.boolean().nullable() },
    print: {
      payload: printRequest,
      reply: z.object({ kind: z.enum(['queued', 'handed-to-browser', 'no-printer']) }),
    },
    printByItself: { payload: duePrint, reply: nothing },
    answerPrintJob: {
      payload: z.strictObject({ jobId: z.string().max(600), answer: jobAnswer }),
      reply: nothing,
    },
  },
  events: {
    /** For the bell's page: sound once, now. `fault` is no choice of the person's and never for an order. */
    ring: z.object({ sound: z.enum([...sounds, 'fault']), volumePercent: percent, orderIds: z.array(id) }),
    /** The bell sounded for these orders, or their notification is on the screen. */
    alerted: z.object({ orderIds: z.array(id) }),
    silentChanged: z.object({ silent }),
    orderChosen: z.object({ orderId: id, outletId: id }),
    screenChosen: z.object({ path: z.string() }),
    preferencesChanged: preferences,
    updateChanged: update,
    printingChanged: printing,
    printJobChanged: printJob,
  },
} as const satisfies {
  commands: Record<string, { payload: z.ZodType; reply: z.ZodType }>;
  events: Record<string, z.ZodType>;
};

type Ipc = typeof ipc;
export type IpcCommand = keyof Ipc['commands'];
export type IpcEvent = keyof Ipc['events'];
export type IpcPayload<C extends IpcCommand> = z.output<Ipc['commands'][C]['payload']>;
export type IpcReply<C extends IpcCommand> = z.output<Ipc['commands'][C]['reply']>;
export type IpcEventData<E extends IpcEvent> = z.output<Ipc['events'][E]>;

/** What the main process must supply: a handler for every command. */
export type Handlers = { [C in IpcCommand]: (payload: IpcPayload<C>) => IpcReply<C> | Promise<IpcReply<C>> };

/** What the page finds as `window.till`. Each `on…` gives back its own unsubscribe. */
export type TillBridge = {
  readonly apiBase: string;
  /** Whether the system shows notifications at all. */
  readonly showsNotifications: boolean;
} & { [C in IpcCommand]: (payload: IpcPayload<C>) => Promise<IpcReply<C>> } & {
  [E in IpcEvent as `on${Capitalize<E>}`]: (listener: (data: IpcEventData<E>) => void) => () => void;
};
