/**
 * `npm run picture`: the pictures of the public pages and of the README. The live board of a usual evening in both
 * themes, on a laptop and on a phone, goes into `web/pictures`; the icons, drawn from the one mark, and the picture
 * for shared links into `web/public`; a guest's phone beside the till into `docs/pictures`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext } from 'playwright';
import { findChromium } from '../support/browser/chromium.ts';
import { run } from '../support/runner/run-command.ts';
import { evening } from './evening.ts';
import { drawPhoneAndTill } from './phone-and-till.ts';
import { openStage, type Stage } from './stage.ts';

/** The most that a picture may weigh, in bytes. */
const HEAVIEST = 150_000;
const QUALITY = 0.82;

const devices = {
  // 1600 pixels: one and a half times the greatest width on a page.
  laptop: { viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1600 / 1366 },
  phone: { viewport: { width: 390, height: 620 }, deviceScaleFactor: 2 },
};

/**
 * `share` is the mark's share of the square; a maskable icon is cut to a circle, and the system paints no background
 * behind another.
 */
const icons = [
  { name: 'icon-192', size: 192, share: 1 },
  { name: 'icon-512', size: 512, share: 1 },
  { name: 'maskable-512', size: 512, share: 0.8 },
  { name: 'touch-180', size: 180, share: 0.9 },
];

const found = await findChromium();
if ('missing' in found) {
  console.error(`No pictures: ${found.missing}`);
  process.exit(1);
}
const build = () => run('npm', ['run', '--silent', 'build:web']);
if (!(await build())) process.exit(1);
const stage = await openStage(found.path, evening);
try {
  await takeBoards(stage);
  await drawIcons(stage);
  // The page for shared links shows the pictures that were just taken.
  if (await build()) await takeShared(stage);
  await takePhoneAndTill(stage);
} finally {
  await stage.close();
}

async function takeBoards({ origin, outlets, seller, open }: Stage): Promise<void> {
  for (const [device, options] of Object.entries(devices))
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await open(seller, { ...options, colorScheme });
      const page = await context.newPage();
      await page.goto(`${origin}/outlets/${outlets.ferry}/trading-session`);
      await page.waitForLoadState('networkidle');
      if (device === 'laptop') await page.locator('[data-opens-order]').nth(3).click();
      await keep(
        `web/pictures/${device}-${colorScheme}.webp`,
        await asWebp(context, await page.screenshot({ caret: 'hide' })),
      );
      await context.close();
    }
}

async function drawIcons({ open }: Stage): Promise<void> {
  const mark = await readFile('web/public/mark.svg', 'utf8');
  const context = await open(null, {});
  const page = await context.newPage();
  for (const { name, size, share } of icons) {
    await page.setViewportSize({ width: size, height: size });
    const background = share < 1 ? '#0b6e4f' : 'transparent';
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${background}}svg{width:${share * 100}vw}</style>${mark}`,
    );
    await keep(`web/public/icons/${name}.png`, await page.screenshot({ omitBackground: true }));
  }
  await context.close();
}

async function takeShared({ origin, open }: Stage): Promise<void> {
  const context = await open(null, { viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  await keep('web/public/share.jpg', await page.screenshot({ type: 'jpeg', quality: 85 }));
  await context.close();
}

async function takePhoneAndTill(stage: Stage): Promise<void> {
  const drawn = await drawPhoneAndTill(stage);
  const context = await stage.open(null, {});
  await keep('docs/pictures/phone-and-till.webp', await asWebp(context, drawn));
  await context.close();
}

/** Encoded by the browser: no further package, and the same result everywhere. */
async function asWebp(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage();
  const encoded = await page.evaluate(
    async ({ source, quality }) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [picture.width, picture.height];
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, quality: QUALITY },
  );
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}

async function keep(file: string, content: Buffer): Promise<void> {
  if (content.length > HEAVIEST) throw new Error(`${file} weighs ${content.length} bytes`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  console.log(`${file}: ${Math.round(content.length / 1000)} KB`);
}
