import type { Span, Unheard } from './run-log.ts';
import type { Fault } from './schedule.ts';
import { moment, until } from './until.ts';
import type { Platform } from './world/platform.ts';
import type { Screen } from './world/screen.ts';
import type { World } from './world/world.ts';

/** How much older the last proof is made where nobody waits for a minute, in ms; more than it counts for. */
export const AGED_MS = 70_000;
const STORED_WITHIN_MS = 10_000;
const AGAIN_WITHIN_MS = 8_000;

/**
 * For a time, no screen of the outlet can ring. A time shorter than a minute begins with a proof that is made older in
 * the database. Once one can ring again, nothing else breaks until an order was taken.
 */
export async function strikeOutlet(fault: Fault, world: World): Promise<void> {
  const { screens, platform, customers } = world;
  const freeScreens = await world.take('screen A', 'screen B');
  const broken: Span = { from: Date.now(), to: Infinity };
  for (const screen of screens) screen.broken.push(broken);
  let end = () => {};
  const over = new Promise<void>((resolve) => (end = resolve));
  const silenced = await silence(fault, screens, over);
  const ages = fault.lasts < AGED_MS - 10_000;
  const from = ages ? await makeProofOld(platform, screens.length) : Date.now();
  const unheard: Unheard = {
    from,
    to: Infinity,
    again: Infinity,
    provedAt: ages ? from - AGED_MS : from,
  };
  world.unheard.push(unheard);
  await moment(from + fault.lasts);
  const freeOthers = await world.take('platform', 'customers');
  await refused(world);
  unheard.to = Date.now();
  unheard.stored = await storedOf(platform);
  end();
  await silenced.mended;
  await until(() => screens.some((screen) => screen.connected()), AGAIN_WITHIN_MS);
  unheard.again = Date.now();
  await until(() => customers.orders.some(({ answeredAt }) => answeredAt > unheard.again), AGAIN_WITHIN_MS);
  broken.to = Date.now();
  freeOthers();
  freeScreens();
}

/** Which screens the database knows, and when one that could ring was heard last. */
async function storedOf({ postgres }: Platform): Promise<string> {
  const rows = await postgres?.run(`
    select name, screen_id, coalesce(silent, 'can ring') as state, heard_at::text from outlet_screens
    union all select 'last proof', outlet_id, '', heard_at::text from outlet_listening order by 4`);
  return (rows ?? []).map((row) => Object.values(row).join(' ')).join('; ');
}

/** Somebody is refused, and will ask again. */
async function refused({ customers }: World): Promise<void> {
  const before = customers.refusals.length;
  void customers.order();
  await until(() => customers.refusals.length > before, AGAIN_WITHIN_MS);
}

/** Resolves once every screen is silent; `mended` once each can ring again. */
async function silence({ kind }: Fault, screens: readonly Screen[], over: Promise<void>) {
  if (kind === 'every screen muted') {
    await Promise.all(screens.map((screen) => screen.volume(0)));
    const loud = () => Promise.all(screens.map((screen) => screen.volume(80)));
    return { mended: over.then(loud) };
  }
  let mended: Promise<unknown> = over;
  const silent = screens.map(
    (screen) =>
      new Promise<void>((stopped) => {
        const again =
          kind === 'every screen closed'
            ? screen.reopen({ closedFor: over, closed: stopped })
            : screen.freeze(over, stopped);
        mended = Promise.all([mended, again]);
      }),
  );
  await Promise.all(silent);
  return { mended };
}

/**
 * Waits until the database knows that the screens are muted, and makes every proof until now so old that it counts no
 * more, also those that a server stores later.
 * @returns now, in ms
 */
export async function makeProofOld({ postgres }: Platform, screens: number): Promise<number> {
  const muted = `select 1 from outlet_screens where silent = 'muted' and name <> 'Office'`;
  await until(async () => (await postgres?.run(muted))?.length === screens, STORED_WITHIN_MS, 100);
  const from = Date.now();
  const now = `timestamptz '${new Date(from).toISOString()}'`;
  await postgres?.run(`
    create or replace function ages() returns trigger language plpgsql as $$ begin
      if new.heard_at <= ${now} then new.heard_at := ${now} - interval '${AGED_MS} ms'; end if;
      return new;
    end $$;
    drop trigger if exists ages on outlet_listening;
    create trigger ages before update on outlet_listening for each row execute function ages();
    update outlet_listening set heard_at = heard_at`);
  return Date.now();
}
