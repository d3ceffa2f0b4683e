import { expect, it } from 'vitest';
import { MOST_RINGING } from './alerts.ts';
import { hostNames, ipc } from './ipc.ts';

it('has no line that two ports name alike: one would be lost', async () => {
  const ports = await Promise.all([
    import('./alerts.ts'),
    import('./computer.ts'),
    import('./printing.ts'),
    import('./session.ts'),
    import('./updates.ts'),
  ]);
  const named = ports.flatMap((file) =>
    Object.entries(file).flatMap(([name, port]) => (name.endsWith('Port') ? Object.keys(port) : [])),
  );
  expect(named.toSorted()).toEqual(Object.keys(ipc).toSorted());
});

it('gives the preload each name, and of what is held what stands for it before the answer', () => {
  const { commands, tells, events, before } = hostNames;
  expect(commands).toEqual(
    expect.arrayContaining(['signIn', 'setRinging', 'preferences', 'usualScreenName']),
  );
  expect(tells).toContain('setRinging');
  expect(tells).not.toContain('signIn');
  expect(events).toEqual(expect.arrayContaining(['orderChosen', 'preferencesChanged']));
  expect(events).not.toContain('usualScreenNameChanged');
  expect(before).toMatchObject({ silent: null, usualScreenName: 'Till', update: { kind: 'unknown' } });
  expect(new Set([...commands, ...events]).size).toBe(commands.length + events.length);
});

it('a till rings for the orders of any server, whose ids may be longer than ours (D2)', () => {
  const { setRinging, announceOrder, rememberOutlet, alerted } = ipc;
  const [orderId, outletId] = ['order'.repeat(50), 'outlet'.repeat(42)];
  const outlet = { outletId, outletName: 'The Old Ferry', trading: true };
  setRinging.payload.parse([{ orderId, expiresInMs: null }]);
  announceOrder.payload.parse({ orderId, outletId, title: 'New order 1', body: 'table 7, 1 item' });
  rememberOutlet.payload.parse(outlet);
  expect(alerted.data.parse([orderId])).toEqual([orderId]);
});

it('takes more orders than it rings for, and nothing that is no order', () => {
  const order = (_: unknown, index: number) => ({ orderId: `o${index}`, expiresInMs: null });
  const many = Array.from({ length: MOST_RINGING + 5 }, order);
  expect(ipc.setRinging.payload.parse(many)).toEqual(many.slice(0, MOST_RINGING));
  expect(ipc.setRinging.payload.safeParse([...many, { orderId: 7 }]).success).toBe(false);
});
