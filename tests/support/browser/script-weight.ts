import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';

/** The most that screens may make a browser load; weights are in bytes of brotli. */
export const limits = {
  signInScripts: 6,
  /** As a share of a sign-in page with antd's form, React, Redux Toolkit and the router in one file. */
  signInShareOfAntd: 0.5,
  /** Vendure's dashboard, until somebody can sign in. */
  board: 666_000,
  /** A guest's pages before the pay step. */
  guest: 60_000,
} as const;

/** What `npm run bench -- M10` measures of that page, in bytes of brotli; for tests that do not build it. */
export const antdSignIn = 198_000;

/** Counts and weighs each script that a page loads from now on. */
export function weighScripts(page: Page): () => Promise<{ count: number; bytes: number }> {
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => brotliCompressSync(body).length));
  });
  return async () => {
    const sizes = await Promise.all(scripts);
    return { count: sizes.length, bytes: sizes.reduce((total, size) => total + size, 0) };
  };
}
