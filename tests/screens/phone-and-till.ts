import type { BrowserContext, Page } from 'playwright';
import { guestPath } from '#shared/base/guest-path.ts';
import { orderAsGuest } from './guest.ts';
import type { Stage } from './stage.ts';

const PHONE = { width: 360, height: 680 };
const TILL = { width: 1366, height: 768 };
const PICTURE = { width: 1600, height: 750 };
/** Screenshots in twice the pixels that they are drawn in stay sharp. */
const as = (viewport: typeof PHONE) => ({ viewport, deviceScaleFactor: 2, colorScheme: 'light' }) as const;

/** A guest's phone, on which an order has been accepted, beside the till's board that has it. */
export async function drawPhoneAndTill({ origin, outlets, seller, open }: Stage): Promise<Buffer> {
  const [till, phone] = [await open(seller, as(TILL)), await open(null, as(PHONE))];
  const board = await till.newPage();
  await board.goto(`${origin}/outlets/${outlets.ferry}/trading-session`);
  await board.getByText('Connected', { exact: true }).waitFor();
  const guest = await phone.newPage();
  await guest.goto(origin + guestPath(outlets.ferry));
  const dishes = ['Scotch egg', 'Nocellara olives', 'Pie of the day'];
  await orderAsGuest(guest, { dishes, name: 'Priya', table: '7' });
  const sent = (await seller.orders(outlets.ferry)).find(({ customerName }) => customerName === 'Priya');
  await seller.progress(outlets.ferry, sent?.id ?? '');
  await guest.getByText(/^Ready \d/).waitFor();
  await board.goto(`${origin}/outlets/${outlets.ferry}/trading-session?order=${sent?.id}`);
  await board.getByRole('heading', { name: `Order ${sent?.orderNumber}` }).waitFor();
  await board.waitForLoadState('networkidle');
  const shots = [await shot(guest), await shot(board)] as const;
  await Promise.all([till.close(), phone.close()]);
  const context = await open(null, { viewport: PICTURE });
  const picture = await drawn(context, ...shots);
  await context.close();
  return picture;
}

const shot = async (page: Page) =>
  `data:image/png;base64,${(await page.screenshot({ caret: 'hide' })).toString('base64')}`;

/** Both in simple frames on one ground. */
async function drawn(context: BrowserContext, phone: string, till: string): Promise<Buffer> {
  const page = await context.newPage();
  await page.setContent(`
    <style>
      body { margin: 0; height: 100vh; position: relative; overflow: hidden;
        background: linear-gradient(160deg, #e4efe9, #f6efe2) }
      img { display: block; width: 100% }
      figure { position: absolute; margin: 0; overflow: hidden; background: #14181d;
        box-shadow: 0 24px 60px #0b2e2240, 0 4px 14px #0b2e2230 }
      .till { right: 44px; top: 44px; width: 1128px; padding: 14px; border-radius: 22px }
      .till img { border-radius: 8px }
      .phone { left: 44px; bottom: 44px; width: 300px; padding: 11px; border-radius: 42px;
        outline: 1px solid #3b434c; outline-offset: -1px }
      .phone img { border-radius: 31px }
    </style>
    <figure class="till"><img src="${till}"></figure>
    <figure class="phone"><img src="${phone}"></figure>`);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  return page.screenshot();
}
