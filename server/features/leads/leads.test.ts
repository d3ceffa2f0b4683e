import { expect, it } from 'vitest';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

const DAY_MS = 24 * 60 * 60_000;

it('an enquiry is deleted after two years, and no younger one (D17)', async () => {
  const leave = async (companyName: string) => {
    const lead = { email: 'landlord@servery.test', companyName, message: 'Please call 020 7946 0123.' };
    expect((await server.send('POST', '/sellers/leads', [lead])).status).toBe(201);
  };
  const admin = await server.admin();
  const kept = async () => {
    await server.app.doChores();
    const { body } = await server.sendFor(admin.id)('GET', '/admin/leads');
    return body.items.map(({ companyName }: { companyName: string }) => companyName);
  };
  await leave('The Old Ferry');
  server.clock.advance(729 * DAY_MS);
  await leave('The Lock');
  expect(await kept()).toEqual(['The Lock', 'The Old Ferry']);
  server.clock.advance(2 * DAY_MS);
  expect(await kept()).toEqual(['The Lock']);
});
