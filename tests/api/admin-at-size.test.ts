import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Seller, type TestServer } from '../../server/testing/server.ts';

const SELLERS = 10_000;
const PAGE = 50;
/** How many bare searches through all names a page may take; one that reads all sellers takes about 20. */
const LIST = 5;
/** A search looks at more columns than names, and at the outlets'. */
const SEARCH = 40;

describe('ten thousand sellers (D16a)', () => {
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
  });
  afterAll(() => server.close());

  const timed = async (times: number[], act: () => Promise<unknown>) => {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  };
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[2] ?? 0;

  /** The reply, and the median of five calls as a multiple of a bare search's, measured alternately. */
  async function asked(path: string) {
    const [times, floor]: [number[], number[]] = [[], []];
    let reply: Awaited<ReturnType<Seller['send']>> | undefined;
    const search = sql`select count(*) from accounts where lower(company_name || email) like '%nobody%'`;
    for (let time = 0; time < 5; time += 1) {
      await timed(floor, () => search.execute(server.database.kysely));
      await timed(times, async () => {
        reply = await admin.send('GET', path);
      });
    }
    return { searches: middle(times) / middle(floor), body: reply?.body };
  }

  it.each([
    ['the first page', 'limit=50', SELLERS, LIST],
    ['those who wait for review', 'limit=50&status=pending', 999, LIST],
    ['a search that finds one', 'limit=50&search=company%2004321', 1, SEARCH],
    ['a search that finds many', 'limit=50&search=seller7', 1111, SEARCH],
    ['a search that finds none', 'limit=50&search=nobody', 0, SEARCH],
  ])('%s comes at once, and no more of it than a page', async (_what, query, total, most) => {
    const { searches, body } = await asked(`/admin/sellers?${query}`);
    expect(body.total).toBe(total);
    expect(body.items).toHaveLength(Math.min(PAGE, total));
    expect(searches).toBeLessThan(most);
  });

  it('the last pages come as fast as the first', async () => {
    const cursor = Buffer.from(JSON.stringify(['company 09949', 'seller-9949'])).toString('base64url');
    const { searches, body } = await asked(`/admin/sellers?limit=50&cursor=${cursor}`);
    expect(body.items[0].companyName).toBe('Company 09950');
    expect(body.items).toHaveLength(PAGE);
    expect(searches).toBeLessThan(LIST);
  });
});
