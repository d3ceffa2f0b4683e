import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Seller, type TestServer } from '../../server/testing/server.ts';

const SELLERS = 10_000;
const PAGE = 50;
/** What a person takes for at once, in ms. */
const AT_ONCE = 250;

describe('D16a ten thousand sellers', () => {
  let server: TestServer;
  let admin: Seller;

  beforeAll(async () => {
    server = await testServer();
    admin = await server.admin();
    const { id: like } = await server.seller();
    const { kysely } = server.database;
    // Copies of one seller, every tenth of them pending, each with an outlet.
    await sql`
      insert into accounts (id, email, password_hash, company_name, company_website, company_phone_number,
        address_line_1, address_line_2, city, county, country, postcode, status, is_admin, created_at)
      select 'seller-' || n, 'seller' || n || '@servery.test', password_hash, 'Company ' || lpad(n::text, 5, '0'),
        company_website, company_phone_number, address_line_1, address_line_2, city, county, country, postcode,
        case when n % 10 = 0 then 'pending' else 'verified' end, false, created_at
      from accounts, generate_series(1, ${SELLERS - 1}) n where id = ${like}`.execute(kysely);
  }, 60_000);
  afterAll(() => server.close());

  /** The middle of five askings, in ms, and the reply. */
  async function asked(path: string) {
    const times: number[] = [];
    let reply;
    for (let time = 0; time < 5; time += 1) {
      const started = performance.now();
      reply = await admin.send('GET', path);
      times.push(performance.now() - started);
    }
    return { ms: times.toSorted((a, b) => a - b)[2] ?? 0, body: reply?.body };
  }

  it.each([
    ['the first page', 'limit=50', SELLERS],
    ['those who wait for review', 'limit=50&status=pending', 999],
    ['a search that finds one', 'limit=50&search=company%2004321', 1],
    ['a search that finds many', 'limit=50&search=seller7', 1111],
    ['a search that finds none', 'limit=50&search=nobody', 0],
  ])('%s comes at once, and no more of it than a page', async (_what, query, total) => {
    const { ms, body } = await asked(`/admin/sellers?${query}`);
    expect(body.total).toBe(total);
    expect(body.items).toHaveLength(Math.min(PAGE, total));
    expect(ms).toBeLessThan(AT_ONCE);
  });

  it('the last pages come as fast as the first', async () => {
    const cursor = Buffer.from(JSON.stringify(['company 09949', 'seller-9949'])).toString('base64url');
    const { ms, body } = await asked(`/admin/sellers?limit=50&cursor=${cursor}`);
    expect(body.items[0].companyName).toBe('Company 09950');
    expect(body.items).toHaveLength(PAGE);
    expect(ms).toBeLessThan(AT_ONCE);
  });
});
