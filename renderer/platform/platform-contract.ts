import { describe, expect, it, vi } from 'vitest';
import { fakeServer, type FakeServer } from './fake-server.ts';
import type { Platform } from '#shared/host/platform.ts';
import type { PrintDocument } from '#shared/print/document.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';

const right = { email: 'seller@servery.test', password: 'right' };

/** What every host must do alike (shared/host/platform.ts); the screens rely on nothing else. */
export function platformContract(host: string, open: (server: FakeServer) => Platform): void {
  const start = () => {
    const server = fakeServer();
    return { server, platform: open(server) };
  };

  describe(`the platform port in ${host}`, () => {
    it('has no session before somebody signs in', async () => {
      const { platform } = start();
      expect(await platform.restoreSession()).toBeNull();
      expect(await platform.refreshSession('')).toEqual({ kind: 'signed-out' });
    });

    it('signs in, keeps the session, and shows no refresh token to the screens', async () => {
      const { platform } = start();
      const outcome = await platform.signIn(right);
      expect(outcome).toMatchObject({
        kind: 'signed-in',
        session: { account: { id: 'a1', accountStatus: { value: 'verified' } }, accessToken: 'access-1' },
      });
      expect(JSON.stringify(outcome)).not.toContain('refresh');
      expect(await platform.restoreSession()).toMatchObject({ account: { id: 'a1' } });
      expect(['kept', 'until-closed']).toContain(await platform.signInKept());
    });

    it('tells a refusal from a server that is out of reach', async () => {
      const { platform, server } = start();
      expect(await platform.signIn({ ...right, password: 'wrong' })).toEqual({
        kind: 'refused',
        status: 401,
        message: 'Not valid',
      });
      server.reachable = false;
      expect(await platform.signIn(right)).toEqual({ kind: 'unreachable' });
      expect(await platform.restoreSession()).toBeNull();
    });

    it('refreshes once for any number that ask, and gives latecomers the token of then (A12)', async () => {
      const { platform, server } = start();
      await platform.signIn(right);
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => platform.refreshSession('access-1')),
      );
      for (const outcome of outcomes) expect(outcome).toEqual({ kind: 'refreshed', accessToken: 'access-2' });
      expect(await platform.refreshSession('access-1')).toEqual(outcomes[0]);
      expect(server.calls.filter((call) => call === '/sellers/refresh-token')).toHaveLength(1);
    });

    it.each([
      [401, 'signed-out'],
      [400, 'signed-out'],
      [403, 'signed-out'],
      [422, 'signed-out'],
      [429, 'unreachable'],
      [503, 'unreachable'],
    ])('a refresh that is answered %i is %s (A14)', async (status, kind) => {
      const { platform, server } = start();
      await platform.signIn(right);
      server.refreshStatus = status;
      expect(await platform.refreshSession('access-1')).toEqual({ kind });
      expect((await platform.restoreSession()) === null).toBe(kind === 'signed-out');
    });

    it('a refresh that reaches nobody keeps the session (A14)', async () => {
      const { platform, server } = start();
      await platform.signIn(right);
      server.reachable = false;
      expect(await platform.refreshSession('access-1')).toEqual({ kind: 'unreachable' });
      expect(await platform.restoreSession()).not.toBeNull();
    });

    it('a server that does not answer is out of reach after a while, and holds nobody up for ever (A14)', async () => {
      const { platform, server } = start();
      await platform.signIn(right);
      server.answers = false;
      const time: AbortController[] = [];
      const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
        const limit = new AbortController();
        time.push(limit);
        return limit.signal;
      });
      const outcome = platform.refreshSession('access-1');
      for (const question of [1, 2]) {
        await expect.poll(() => server.refreshedWith).toHaveLength(question);
        time.at(-1)?.abort();
      }
      expect(await outcome).toEqual({ kind: 'unreachable' });
      expect(limits.mock.calls).toEqual([[5_000], [10_000]]);
      limits.mockRestore();
      server.answers = true;
      expect(await platform.refreshSession('access-1')).toMatchObject({ kind: 'refreshed' });
    });

    it('sends the same refresh token again where an answer was lost, and the session goes on (D72)', async () => {
      const { platform, server } = start();
      await platform.signIn(right);
      server.lostAnswers = 1;
      expect(await platform.refreshSession('access-1')).toMatchObject({ kind: 'refreshed' });
      expect(server.refreshedWith).toEqual(['refresh-1', 'refresh-1']);
    });

    it('signs out here and on the server, and here even where the server is out of reach', async () => {
      const { platform, server } = start();
      await platform.signIn(right);
      await platform.signOut();
      expect(server.calls).toContain('/sellers/sign-out');
      expect(await platform.restoreSession()).toBeNull();
      await platform.signIn(right);
      server.reachable = false;
      await platform.signOut();
      expect(await platform.restoreSession()).toBeNull();
    });

    it('keeps what the server said of the account later', async () => {
      const { platform } = start();
      const outcome = await platform.signIn(right);
      if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
      platform.keepAccount({ ...outcome.session.account, companyName: 'Renamed' });
      await expect.poll(async () => (await platform.restoreSession())?.account.companyName).toBe('Renamed');
    });

    it('remembers an outlet, and forgets it', async () => {
      const { platform } = start();
      await platform.signIn(right);
      expect(await platform.rememberedOutlet()).toBeNull();
      const outlet = { outletId: 'outlet-1', outletName: 'The Old Ferry', trading: true };
      platform.rememberOutlet(outlet);
      await expect.poll(() => platform.rememberedOutlet()).toEqual(outlet);
      platform.rememberOutlet(null);
      await expect.poll(() => platform.rememberedOutlet()).toBeNull();
    });

    it('refuses an address it cannot use, and any where its address is no setting (D4)', async () => {
      const { platform } = start();
      const base = platform.apiBase();
      expect(base).not.toMatch(/\/$/);
      expect(await platform.saveApiBase('not an address')).toMatchObject({ kind: 'refused' });
      if (!platform.can.changeApiBase)
        expect(await platform.saveApiBase('https://orders.example/api')).toMatchObject({ kind: 'refused' });
      expect(platform.apiBase()).toBe(base);
    });

    it('takes any ring and announcement, and ends each subscription it gives', async () => {
      const { platform } = start();
      expect(['allowed', 'refused', 'refused-before', 'undecided']).toContain(await platform.askToNotify());
      platform.announceOrder({ orderId: 'o1', outletId: 'outlet-1', title: 'New order 1', body: 'table 7' });
      platform.setRinging([]);
      const subscriptions = [
        platform.onAlerted(() => undefined),
        platform.onOrderChosen(() => undefined),
        platform.onSignedOut(() => undefined),
        platform.onScreenChosen(() => undefined),
        platform.onUpdateChanged(() => undefined),
        platform.onPrintingChanged(() => undefined),
      ];
      for (const end of subscriptions) expect(end).not.toThrow();
      platform.setWatch(null);
    });

    it('keeps preferences through signing out, tells of each change, and gives the same object until then', async () => {
      const { platform } = start();
      expect(platform.preferences()).toEqual(defaultPreferences);
      let heard = 0;
      const end = platform.onPreferencesChanged(() => (heard += 1));
      platform.changePreferences({ theme: 'dark', volumePercent: 0 });
      const changed = { ...defaultPreferences, theme: 'dark', volumePercent: 0 };
      await expect.poll(() => platform.preferences()).toEqual(changed);
      expect(platform.preferences()).toBe(platform.preferences());
      expect(heard).toBeGreaterThan(0);
      end();
      await platform.signIn(right);
      await platform.signOut();
      expect(platform.preferences()).toEqual(changed);
      platform.unmute();
      await expect.poll(() => platform.preferences()).toEqual({ ...defaultPreferences, theme: 'dark' });
    });

    it('says what it is, and what it cannot do it refuses in words', async () => {
      const { platform } = start();
      expect((await platform.about()).version).not.toBe('');
      const outcome = await platform.exportLogs();
      if (!platform.can.exportLogs) expect(outcome.kind).toBe('failed');
    });

    it('keeps what stands on receipts, and knows of no printer and no job at first', async () => {
      const { platform } = start();
      expect(platform.printing()).toMatchObject({ settings: noPrintSettings, printers: [] });
      expect(platform.printing().jobs.size).toBe(0);
      const settings = {
        ...noPrintSettings,
        receipt: { vatNumber: 'GB1', vatBasisPoints: 2000, footer: '' },
      };
      expect(await platform.savePrintSettings(settings)).toEqual({ kind: 'saved' });
      await expect.poll(() => platform.printing().settings).toEqual(settings);
      expect(platform.printing()).toBe(platform.printing());
      expect(await platform.systemPrinters()).toEqual([]);
      expect(await platform.askPrinters()).toEqual([]);
      expect([true, false, null]).toContain(await platform.printsOnce());
    });

    it('prints nothing by itself without a printer, and takes a word on a job that it does not know', async () => {
      const { platform } = start();
      const document: PrintDocument = { kind: 'ticket', blocks: [{ kind: 'rule' }] };
      const at = new Date().toISOString();
      await platform.printByItself({
        subject: 'o1',
        label: 'Order 1',
        document,
        moment: 'arrival',
        at,
        ageMs: 0,
      });
      platform.answerPrintJob({ jobId: 'nothing', answer: 'discard' });
      expect(platform.printing().jobs.size).toBe(0);
    });
  });
}
