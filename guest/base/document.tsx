import type { ComponentChild } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { GuestAssets } from '#shared/api/guest-pages.ts';
import { brand } from '#shared/base/brand.ts';
import { PLACE_ID } from './place-id.ts';

type Page = {
  title: string;
  body: ComponentChild;
  assets: GuestAssets;
  /** A page with a sheet of its own has no foot. */
  sheet?: keyof GuestAssets['styles'];
  /** Search engines may show it to anybody. */
  isPublic?: boolean;
  /** The script that takes the page over, and what it needs to know. */
  script?: { name: keyof GuestAssets['scripts']; place: object };
};

/** The page's data begins with this, and nothing else in it does. */
export const DATA_TAG = '<script type="application/json"';
/** Inside a script only `<` could end it. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export function documentOf({ title, body, assets, sheet = 'guest', isPublic = false, script }: Page): string {
  const page = renderToString(
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={assets.styles[sheet]} />
        {assets.font && (
          <link rel="preload" as="font" type="font/woff2" href={assets.font} crossOrigin="anonymous" />
        )}
        <meta name="description" content={`${title}: order and pay with your phone.`} />
        {!isPublic && <meta name="robots" content="noindex" />}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1419" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        {script && <script type="module" src={assets.scripts[script.name]} />}
      </head>
      <body>
        <div id="guest">{body}</div>
        {sheet === 'guest' && (
          <footer class="foot">
            <a href="/">{brand.name}</a>
          </footer>
        )}
      </body>
    </html>,
  );
  const data = script ? `${DATA_TAG} id="${PLACE_ID}">${inScript(script.place)}</script>` : '';
  return `<!doctype html>\n${page.replace('</body></html>', () => `${data}</body></html>`)}\n`;
}
