import { beforeAll, describe, expect, it } from 'vitest';
import type { Trading } from '../../server/testing/server.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';
import { drawnPages } from '../support/shop/drawn-pages.ts';
import { server, setUpServer } from '../support/shop/set-up.ts';

const newFolder = temporaryFolders('guest-pages');
setUpServer(() => ({ webFolder: drawnPages(newFolder()) }));
let bar: Trading;
beforeAll(async () => {
  bar = await server.trading();
});

const get = (url: string) => server.app.server.inject({ url });
/** The how-manieth of all pages this one was, when it was drawn. */
const drawnAs = (page: { body: string }) => Number(/ (\d+)</.exec(page.body)?.[1]);

describe('a page for guests', () => {
  it.each(['', '/pay', '/screen', '/orders/any-order'])(
    '%s is drawn once, however often it is asked for',
    async (page) => {
      const address = `/o/${bar.outletId}${page}`;
      const asked = await Promise.all(Array.from({ length: 200 }, () => get(address)));
      expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(new Set(asked.map(drawnAs)).size).toBe(1);
    },
  );

  it('is drawn once for all orders, and for all addresses of nothing', async () => {
    const several = (addressOf: (n: number) => string) =>
      Promise.all(Array.from({ length: 50 }, (_, n) => get(addressOf(n))));
    const orders = await several((n) => `/o/${bar.outletId}/orders/${n}`);
    const nothing = await several((n) => `/o/${n}/t/${n}`);
    for (const pages of [orders, nothing]) expect(new Set(pages.map(drawnAs)).size).toBe(1);
  });

  it('is drawn once for all tables, and names each', async () => {
    const tables = Array.from({ length: 50 }, (_, n) => `T${n}`);
    const codes = await bar.send('POST', `/sellers/outlets/${bar.outletId}/table-codes`, { tables });
    const pages = await Promise.all(
      codes.body.tables.map(({ url }: { url: string }) => get(new URL(url, 'http://localhost').pathname)),
    );
    expect(new Set(pages.map(drawnAs)).size).toBe(1);
    expect(pages.map(({ body }) => /Table (T\d+)</.exec(body)?.[1])).toEqual(tables);
  });

  it('is drawn anew when what it shows has changed', async () => {
    const before = await get(`/o/${bar.outletId}`);
    await bar.send('POST', `/sellers/outlets/${bar.outletId}/pause`, { until: null, reason: 'Fire' });
    const after = await get(`/o/${bar.outletId}`);
    await bar.send('POST', `/sellers/outlets/${bar.outletId}/resume`);
    expect(drawnAs(after)).toBeGreaterThan(drawnAs(before));
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
  });

  it.each(['%00', 'x%00', '%ED%A0%80', 'x'.repeat(65), '__proto__'])(
    'of an outlet named %s is nothing, and no guest who asks at the same moment gets less',
    async (name) => {
      const addresses = [`/o/${name}`, `/o/${name}/pay`, `/o/${name}/screen`, `/o/${name}/orders/x`];
      const guests = [
        `/o/${bar.outletId}`,
        `/o/${bar.outletId}/screen`,
        `/api/customers/outlets/${bar.outletId}/menu`,
        `/api/customers/outlets/${bar.outletId}/pick-up`,
      ];
      const answers = await Promise.all([...addresses, ...guests].map(get));
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.slice(0, 4).every((status) => status === 404 || status === 400)).toBe(true);
      expect(statuses.slice(4)).toEqual([200, 200, 200, 200]);
    },
  );
});
