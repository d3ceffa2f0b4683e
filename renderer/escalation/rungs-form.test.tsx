// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Escalation } from '#shared/api/escalation.ts';
import { show } from '../../tests/support/components/show.tsx';
import { Client } from '../api/client.ts';
import { CallFailed, unreachable } from '../api/failure.ts';
import { Phones } from './phones.tsx';
import { RungsForm } from './rungs-form.tsx';

const rung = (afterSeconds: number) => ({ on: true, afterSeconds });
const opened: Escalation = {
  rungs: { screens: rung(30), phones: rung(45), messages: rung(75), again: rung(120) },
  emails: ['owner@pub.test', 'old@pub.test'],
  webhookUrl: '',
  webhookKey: null,
  missing: [],
  phones: [{ id: 'phone', name: 'Priya’s phone', addedAt: '2026-11-01T12:00:00.000Z' }],
  pushKey: 'key',
};
/** What a colleague has saved since. */
const theirs: Escalation = {
  ...opened,
  rungs: { ...opened.rungs, again: { on: false, afterSeconds: 120 } },
  emails: ['owner@pub.test', 'old@pub.test', 'night@pub.test'],
  webhookUrl: 'https://gateway.test/sms',
  webhookKey: 'secret',
};

afterEach(() => void vi.restoreAllMocks());

function open(escalation: Escalation, now: Escalation) {
  const sent: unknown[] = [];
  vi.spyOn(Client.prototype, 'call').mockImplementation(async (key, options) => {
    if (key === 'GET /sellers/outlets/:outletId/escalation') return now;
    const body = 'body' in options ? (options.body as object) : {};
    sent.push(body);
    return { ...now, ...body };
  });
  return { ...show(<RungsForm outletId="outlet" escalation={escalation} />), sent };
}

it('saves what was changed since it was opened, and leaves what a colleague has saved since (D47)', async () => {
  const { user, sent } = open(opened, theirs);
  const seconds = screen.getByLabelText('Seconds: Phones');
  await user.clear(seconds);
  await user.type(seconds, '60');
  const emails = screen.getByLabelText(/^E-mail addresses/);
  await user.clear(emails);
  await user.type(emails, 'owner@pub.test, bar@pub.test');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved.');
  const { rungs, webhookUrl } = theirs;
  expect(sent).toEqual([
    {
      rungs: { ...rungs, phones: rung(60) },
      emails: ['owner@pub.test', 'night@pub.test', 'bar@pub.test'],
      webhookUrl,
    },
  ]);
  await waitFor(() => expect(screen.getByLabelText(/^Webhook/)).toHaveProperty('value', webhookUrl));
});

it('saves nothing while what is stored cannot be read, and what was typed stays (D47)', async () => {
  const { user, sent } = open(opened, theirs);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved.');
  vi.mocked(Client.prototype.call).mockImplementation(async (key, options) => {
    if (key.startsWith('GET')) throw new CallFailed(unreachable);
    sent.push('body' in options && options.body);
    return theirs;
  });
  const webhook = screen.getByLabelText(/^Webhook/);
  await user.clear(webhook);
  await user.type(webhook, 'https://other.test/sms');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(unreachable.message)).toBeTruthy();
  expect(sent).toHaveLength(1);
  expect(webhook).toHaveProperty('value', 'https://other.test/sms');
});

it('a rung that is switched off with no valid seconds keeps the stored ones (D47)', async () => {
  const { user, sent } = open(opened, opened);
  const seconds = screen.getByLabelText('Seconds: Phones');
  await user.clear(seconds);
  await user.click(screen.getByRole('switch', { name: /^Phones/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved.');
  expect(sent).toMatchObject([{ rungs: { ...opened.rungs, phones: { on: false, afterSeconds: 45 } } }]);
  await waitFor(() => expect(seconds).toHaveProperty('value', '45'));
});

it('a new secret sends nothing that is only typed (D47)', async () => {
  const { user, sent } = open(theirs, theirs);
  await user.type(screen.getByLabelText(/^Webhook/), 'half');
  await user.click(screen.getByRole('button', { name: 'Make a new secret' }));
  await screen.findByText('Saved.');
  const { rungs, emails, webhookUrl } = theirs;
  expect(sent).toEqual([{ rungs, emails, webhookUrl, newWebhookKey: true }]);
});

it('a phone that is gone says so in the list (D47)', () => {
  const [phone] = opened.phones;
  const gone = { ...opened, phones: phone ? [{ ...phone, goneAt: '2026-11-02T12:00:00.000Z' }] : [] };
  show(<Phones outletId="outlet" {...gone} />);
  expect(screen.getByText(/no longer reached: remove it, and add it again/)).toBeTruthy();
});

it('a phone that could not be removed is said to be there still (D47)', async () => {
  vi.spyOn(Client.prototype, 'call').mockRejectedValue(new CallFailed(unreachable));
  const { user } = show(<Phones outletId="outlet" {...opened} />);
  await user.click(screen.getByRole('button', { name: 'Remove Priya’s phone' }));
  expect(await screen.findByText(unreachable.message)).toBeTruthy();
});
