import { expect, it, vi } from 'vitest';

vi.mock('electron', () => ({ dialog: {} }));
const { askBeforeQuitting } = await import('./quitting.ts');

function setUp({ trades = true, answer = false } = {}) {
  const till = { trades, answer, asked: [] as string[], ended: 0 };
  let beforeQuit: (event: { preventDefault: () => void }) => void = () => {};
  const app = {
    on(_event: string, listener: typeof beforeQuit) {
      beforeQuit = listener;
    },
    quit() {
      let held = false;
      beforeQuit({ preventDefault: () => (held = true) });
      if (!held) till.ended += 1;
    },
  };
  const leave = askBeforeQuitting({
    app: app as never,
    missedBy: () => (till.trades ? 'The Old Ferry' : null),
    async ask(outletName) {
      till.asked.push(outletName);
      return till.answer;
    },
  });
  return { till, app, leave };
}

it('a till whose outlet is closed ends at once', () => {
  const { till, app } = setUp({ trades: false });
  app.quit();
  expect(till).toMatchObject({ asked: [], ended: 1 });
});

it('one that trades asks, once for any number of presses, and stays where the person stays', async () => {
  const { till, app, leave } = setUp();
  app.quit();
  app.quit();
  await expect.poll(() => till.asked).toEqual(['The Old Ferry']);
  expect(till.ended).toBe(0);
  expect(leave.quits()).toBe(false);
  app.quit();
  await expect.poll(() => till.asked).toHaveLength(2);
});

it('and ends where the person says so', async () => {
  const { till, app, leave } = setUp({ answer: true });
  app.quit();
  await expect.poll(() => till.ended).toBe(1);
  expect(till.asked).toHaveLength(1);
  expect(leave.quits()).toBe(true);
});

it('nobody is asked while the computer shuts down or a new version takes over, and again once that came to nothing', () => {
  const { till, app, leave } = setUp();
  expect(leave.mustGo()).toBe(false);
  leave.withoutAsking();
  expect(leave.mustGo()).toBe(true);
  app.quit();
  expect(till).toMatchObject({ asked: [], ended: 1 });
  leave.stayed();
  expect(leave.mustGo()).toBe(false);
  app.quit();
  expect(till).toMatchObject({ asked: ['The Old Ferry'], ended: 1 });
});
