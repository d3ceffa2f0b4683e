// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askForNotifications, stopNotifications } from '../base/calls.ts';
import { keep, readKept, type KnownOrder } from '../base/kept.ts';
import { NotifyMe } from './notify-me.tsx';
import { subscribe } from './subscribe.ts';

vi.mock('../base/calls.ts', () => ({
  askForNotifications: vi.fn<typeof askForNotifications>(),
  stopNotifications: vi.fn<typeof stopNotifications>(),
}));
vi.mock('../base/on-disk.ts', () => ({ toDisk: async () => true, fromDisk: async () => undefined }));
vi.mock('./subscribe.ts', () => ({ takesPushes: () => true, subscribe: vi.fn<typeof subscribe>() }));

/** As the page knew it when it was opened. */
const order: KnownOrder = {
  id: 'first',
  token: 'secret',
  number: 1,
  at: Date.now(),
  notificationId: 'phone',
};
const refused = (status: number) => ({ kind: 'refused' as const, status, code: 'NO', message: 'No.' });
const keptId = () => readKept('bar').orders[0]?.notificationId;

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.mocked(subscribe).mockResolvedValue({} as Awaited<ReturnType<typeof subscribe>>);
  vi.mocked(askForNotifications).mockReset();
  vi.mocked(askForNotifications).mockResolvedValue({ kind: 'done', reply: { id: 'phone' } });
  keep('bar', () => ({ orders: [order] }));
});
afterEach(() => vi.unstubAllGlobals());

async function open(known = order) {
  const place = document.createElement('div');
  await act(() => render(h(NotifyMe, { outletId: 'bar', order: known, pushKey: 'key' }), place));
  const press = (name: string) =>
    act(() => [...place.querySelectorAll('button')].find((one) => one.textContent === name)?.click());
  return { place, press };
}

it.each([
  ['it is off', { kind: 'done' as const, reply: {} }, true],
  ['it knows of none', refused(404), true],
  ['there are too many calls', refused(429), false],
  ['it is busy', refused(503), false],
  ['nothing', { kind: 'unknown' as const }, false],
])(
  'when the server says that %s, notifications are off alone if they are (D70)',
  async (_what, said, isOff) => {
    const { place, press } = await open();
    await vi.waitFor(() => expect(place.textContent).toContain('Stop notifications'));
    vi.mocked(stopNotifications).mockResolvedValue(said);
    await press('Stop notifications');
    await vi.waitFor(() =>
      expect(place.textContent).toContain(isOff ? 'Notify me when' : 'could not be switched off'),
    );
    expect(keptId()).toBe(isOff ? null : 'phone');
    expect(place.textContent?.includes('Stop notifications')).toBe(!isOff);
  },
);

it('what the guest has switched off stays so where it is shown anew with the order (D70)', async () => {
  keep('bar', () => ({ orders: [{ ...order, notificationId: null }] }));
  const { place } = await open();
  expect(place.textContent).toContain('Notify me when it is ready');
  expect(askForNotifications).not.toHaveBeenCalled();
});

it('what the guest has switched on is on where it is shown anew with the order (D70)', async () => {
  const opened = { ...order, notificationId: null };
  const { place } = await open(opened);
  await vi.waitFor(() => expect(place.textContent).toContain('You get a notification'));
});
