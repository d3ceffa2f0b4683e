import type { Account } from '../api/accounts.ts';
import type { Deaf, SilentReason } from '../base/hearing.ts';
import type {
  DuePrint,
  JobAnswer,
  PrinterState,
  PrintJob,
  PrintOutcome,
  PrintRequest,
} from '../print/jobs.ts';
import type { PrintSettings } from '../print/printer.ts';
import type { Preferences } from './preferences.ts';

/** Who is signed in, and the token that says so to the API. The refresh token stays with the host. */
export type Session = { account: Account; accessToken: string };

export type SignInOutcome =
  | { kind: 'signed-in'; session: Session }
  /** `status` is the HTTP status; `message` the server's own, where it gave one. */
  | { kind: 'refused'; status: number; message: string | null }
  | { kind: 'unreachable' };

export type RefreshOutcome =
  | { kind: 'refreshed'; accessToken: string }
  /** The server refused the refresh token: the session is over and everything kept of it is gone. */
  | { kind: 'signed-out' }
  /** Nothing could be learned; the session is kept (hazards A14). */
  | { kind: 'unreachable' };

export type SaveApiBaseOutcome = { kind: 'saved' } | { kind: 'refused'; message: string };

/** How long a sign-in lasts on this host. `until-closed`: no safe place to keep the refresh token. */
export type SignInKept = 'kept' | 'until-closed';

/** What screens must know about the host they run on; never its name. */
export type Capabilities = {
  /** The address of the API is a setting of the host, and its Connection page is shown (D4). */
  readonly changeApiBase: boolean;
  /** Alerts go on while the window is hidden or minimised. */
  readonly alertInBackground: boolean;
  /** The system shows notifications, if a person lets it. */
  readonly showNotifications: boolean;
  /** Signed out, `/` is the short form, and the host opens on the last used outlet (D5). */
  readonly opensOnOutlet: boolean;
  /** It has a window of its own, which it can zoom, spread, raise, and open when somebody signs in to the computer. */
  readonly arrangeWindow: boolean;
  /** It looks for newer versions of itself and installs them. */
  readonly updateItself: boolean;
  /** It keeps a log of what happened, to be handed to whoever helps. */
  readonly exportLogs: boolean;
  /** It has printers of its own, which print by themselves and without a dialog. */
  readonly printSilently: boolean;
};

export type SavePrintSettingsOutcome = { kind: 'saved' } | { kind: 'refused'; message: string };

/** What is printed, and on what. */
export type Printing = {
  settings: PrintSettings;
  printers: readonly PrinterState[];
  /** By what they are of, an order for one; a subject's jobs are the same object until one changes. */
  jobs: ReadonlyMap<string, readonly PrintJob[]>;
};

/** `failed` is described by {@link Update}; the others are why it may not be installed now. */
export type InstallUpdateOutcome =
  | 'installing'
  | 'orders-open'
  | 'trading'
  | 'unsaved-work'
  | 'not-ready'
  | 'failed';

/** What a screen that watches an outlet knows of it: what the host needs in order to stay awake and to stand by. */
export type OutletWatch = {
  outletId: string;
  /** Empty until it is known. */
  outletName: string;
  /** Null until the server has said so. */
  trading: boolean | null;
  /** Orders that are not closed yet. */
  openOrders: number;
  /** Why new orders are not heard at this screen; null while they are. */
  deaf: Deaf | null;
};

/** The outlet that was watched last on this computer, as far as it was known. */
export type RememberedOutlet = Pick<OutletWatch, 'outletId' | 'outletName' | 'trading'>;

/** What the host is, for whoever has to tell somebody who helps. */
export type About = { version: string; system: string };

export type ExportLogsOutcome = { kind: 'exported'; file: string } | { kind: 'failed'; message: string };

/** How far a newer version of the host is. */
export type Update =
  | { kind: 'unknown' }
  | { kind: 'checking' }
  | { kind: 'newest' }
  | { kind: 'loading'; version: string; percent: number }
  /** It can be installed; not while an outlet trades, orders are open or work is unsaved. */
  | { kind: 'ready'; version: string }
  /** It is for the system's package manager to install. */
  | { kind: 'out'; version: string }
  | { kind: 'failed'; message: string };

/** Ends a subscription. */
export type Unsubscribe = () => void;

/**
 * Everything the screens ask of the host they run on: the till's main process, or the browser.
 * Every method is there on every host and settles; none throws for an expected outcome.
 */
export interface Platform {
  readonly can: Capabilities;

  /** The API's base address, without a slash at its end: `/api`, or `http://127.0.0.1:4000/api`. */
  apiBase(): string;
  /** Tests the address, then keeps it. The session at the old address is over. */
  saveApiBase(apiBase: string): Promise<SaveApiBaseOutcome>;

  /** The session kept from an earlier run, if there is one; at once where the host can tell. */
  restoreSession(): Session | null | Promise<Session | null>;
  signIn(credentials: { email: string; password: string }): Promise<SignInOutcome>;
  /** A new access token in place of `staleAccessToken`; one exchange however many ask at once. */
  refreshSession(staleAccessToken: string): Promise<RefreshOutcome>;
  /** Keeps what the server said of the account later, such as a changed status. */
  keepAccount(account: Account): void;
  /** Forgets the session here and revokes it on the server as far as it can be reached. */
  signOut(): Promise<void>;
  signInKept(): Promise<SignInKept>;
  /** Another window or tab ended the session: a person there signed out, or the server refused to go on with it. */
  onSignedOut(listener: (by: 'person' | 'server') => void): Unsubscribe;

  /**
   * The orders that must ring now: none is silence. Rings at once for each that is new, then every 5 s until the set is
   * empty (D34). Until a page has said so for the first time, the host rings on for what the page before it asked for.
   * @param expiresInMs after how long each expires by itself, where that is known: the host drops it then
   */
  setRinging(orderIds: readonly string[], expiresInMs?: ReadonlyMap<string, number>): void;
  /**
   * Asks the person whether notifications may be shown, where nobody has decided that yet. To be called from a press, and
   * only when they are about to be wanted: browsers hold a question at any other time against the page.
   */
  askToNotify(): Promise<NotifyOutcome>;
  /** One notification per order, however often it is asked for. */
  announceOrder(order: OrderAnnouncement): void;
  /** Somebody could hear or see it: the bell sounded for these orders, or their notification was shown. */
  onAlerted(listener: (orderIds: readonly string[]) => void): Unsubscribe;
  /** The person chose an order's notification. */
  onOrderChosen(listener: (order: { orderId: string; outletId: string }) => void): Unsubscribe;

  /** The outlet to open on at the next start (D5), and to go on listening for before the server answers; null forgets it. */
  rememberOutlet(outlet: RememberedOutlet | null): void;
  rememberedOutlet(): Promise<RememberedOutlet | null>;

  /** Opens an https or mailto address outside the app. */
  openExternal(url: string): void;
  /** The person followed a link to a screen from outside the app; its path. */
  onScreenChosen(listener: (path: string) => void): Unsubscribe;

  /** How this computer sounds and looks; the same object until it changes. */
  preferences(): Preferences;
  changePreferences(change: Partial<Preferences>): void;
  onPreferencesChanged(listener: () => void): Unsubscribe;
  /** Rings once as it rings for an order. */
  testRing(): void;
  /** Sounds unlike the ring: something needs a person, and no order does (D34). */
  soundFault(): void;
  /**
   * What is watched now; null where nothing is. While it is deaf and the outlet is not known to be closed, the host
   * sounds the fault again and again (shared/base/hearing.ts), whatever becomes of the page meanwhile.
   */
  setWatch(watch: OutletWatch | null): void;
  /** A person has heard the fault: it is silent until another begins. */
  dismissFault(): void;
  /** Why this computer could not sound now, whatever its volume; null while it could. */
  silentBecause(): Exclude<SilentReason, 'muted'> | null;
  onSilentChanged(listener: () => void): Unsubscribe;
  /** What people call this screen, such as `Till on BAR-PC` or `Chrome on Windows`. */
  screenName(): string;

  about(): Promise<About>;
  /** The licences of everything the app is made of, as text. */
  licences(): Promise<string>;
  exportLogs(): Promise<ExportLogsOutcome>;
  /** The same object until it changes. */
  update(): Update;
  onUpdateChanged(listener: () => void): Unsubscribe;
  checkForUpdate(): void;
  /** Installs what is ready and starts again; refused while that would disturb anybody. */
  installUpdate(): Promise<InstallUpdateOutcome>;

  /** The same object until it changes. */
  printing(): Printing;
  onPrintingChanged(listener: () => void): Unsubscribe;
  savePrintSettings(settings: PrintSettings): Promise<SavePrintSettingsOutcome>;
  /** The printers that this computer knows, by name. */
  systemPrinters(): Promise<string[]>;
  /**
   * Whether the server lets one till alone print what would come out by itself on every till of an outlet; null where
   * it cannot be asked.
   */
  printsOnce(): Promise<boolean | null>;
  /** Somebody wants it on paper. Answers before anything is printed; what becomes of it is in {@link printing}. */
  print(request: PrintRequest): Promise<PrintOutcome>;
  /** An order came to a moment at which it may print; telling of it again prints nothing again. */
  printByItself(due: DuePrint): void;
  /** A person's word on a job that asks for one. */
  answerPrintJob(jobId: string, answer: JobAnswer): void;
}

/** `refused`: they never will be shown; `refused-before`: nor the last time, so the person knows. `undecided`: asked again. */
export type NotifyOutcome = 'allowed' | 'refused' | 'refused-before' | 'undecided';
export type OrderAnnouncement = { orderId: string; outletId: string; title: string; body: string };
