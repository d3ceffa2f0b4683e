import { expect, it, vi } from 'vitest';
import type { OrderSeen } from '#shared/api/live.ts';
import { seenReports, type SeenReports } from './seen-reports.ts';

/** A server that answers as the test says, and records what it received. */
function setUp(answer: (report: OrderSeen, sent: number) => unknown = () => ({ ok: true })) {
  const sent: string[] = [];
  const lists: string[][] = [];
  let inFlight = 0;
  let most = 0;
  const reports: SeenReports = seenReports({
    async send({ orderId, stage }) {
      sent.push(`${orderId} ${stage}`);
      const reply = answer({ orderId, stage }, sent.length);
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      if (reply instanceof Error) throw reply;
      return reply;
    },
    async sendAll(list) {
      lists.push(list.map(({ orderId, stage }) => `${orderId} ${stage}`));
      return { ok: true };
    },
    retryMs: 5,
  });
  return { reports, sent, lists, most: () => most };
}

it('keeps what it has while nobody listens, and sends it in order, each once (D33)', async () => {
  const { reports, sent } = setUp();
  reports.add('1', 'received', 'outlet');
  reports.add('1', 'alerted', 'outlet');
  reports.add('1', 'received', 'outlet');
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([]);
  reports.open(false);
  await vi.waitFor(() => expect(sent).toEqual(['1 received', '1 alerted']));
  reports.add('1', 'alerted', 'outlet');
  reports.add('2', 'received', 'outlet');
  await vi.waitFor(() => expect(sent).toEqual(['1 received', '1 alerted', '2 received']));
});

it('sends again what was not acknowledged when the connection broke (D33)', async () => {
  let away = true;
  const { reports, sent } = setUp(() => (away ? new Error('disconnected') : { ok: true }));
  reports.open(false);
  reports.add('1', 'received', 'outlet');
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
  reports.close();
  const before = sent.length;
  reports.add('2', 'received', 'outlet');
  expect(sent).toHaveLength(before);
  away = false;
  reports.open(false);
  await vi.waitFor(() =>
    expect(sent.slice(before)).toEqual(expect.arrayContaining(['1 received', '2 received'])),
  );
  const after = sent.length;
  reports.close();
  reports.open(false);
  reports.add('3', 'seen', 'outlet');
  await vi.waitFor(() => expect(sent.slice(after)).toEqual(['3 seen']));
});

it('tries again where the server is short of breath, and gives up what it refuses (D33)', async () => {
  const { reports, sent } = setUp(({ orderId }, sends) => {
    if (orderId === 'tired' && sends < 4) return { ok: false, error: 'UNAVAILABLE' };
    return orderId === 'wrong' ? { ok: false, error: 'NOT_FOUND' } : { ok: true };
  });
  reports.open(false);
  reports.add('wrong', 'received', 'outlet');
  reports.add('tired', 'received', 'outlet');
  reports.add('fine', 'received', 'outlet');
  await vi.waitFor(() => expect(sent.filter((one) => one === 'tired received').length).toBeGreaterThan(1));
  reports.add('last', 'received', 'outlet');
  await vi.waitFor(() => expect(sent.at(-1)).toBe('last received'));
  expect(sent.filter((one) => one !== 'tired received')).toEqual([
    'wrong received',
    'fine received',
    'last received',
  ]);
});

it('a full board is reported without a flood (R13)', async () => {
  const { reports, sent, most } = setUp();
  const started = Date.now();
  for (let id = 0; id < 40; id += 1) reports.add(String(id), 'received', 'outlet');
  reports.open(false);
  await vi.waitFor(() => expect(sent).toHaveLength(40), 5_000);
  expect(most()).toBeLessThanOrEqual(10);
  expect(40 / ((Date.now() - started) / 1000)).toBeLessThan(140);
});

it('sends a full board at once where the server takes lists', async () => {
  const { reports, sent, lists } = setUp();
  for (let n = 0; n < 600; n += 1) reports.add(String(n), 'received', 'outlet');
  reports.open(true);
  await vi.waitFor(() => expect(lists.map((list) => list.length)).toEqual([500, 100]));
  expect(lists[0]?.[1]).toBe('1 received');
  expect(sent).toEqual([]);
});
