// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { show } from '../../../tests/support/components/show.tsx';
import { Client } from '../../api/client.ts';
import { CallFailed, unreachable } from '../../api/failure.ts';
import { readOutlet } from '../../api/read-outlet.ts';
import { signedOut } from '../../state/session-slice.ts';
import { OutletProfileDialog } from './outlet-profile-dialog.tsx';
import { bodyOf, profileOf } from './outlet-profile.ts';

const service = (slug: string, name: string) => ({ slug, name });
const pizza = service('pizza', 'Pizza');
const opened = readOutlet({
  id: 'outlet',
  name: 'The Old Ferry',
  telephone: '020 7946 0123',
  city: 'London',
  country: 'United Kingdom',
  postcode: 'SE1 9DX',
  lat: 51.5,
  lon: -0.1,
  services: [pizza, service('vegetarian', 'Vegetarian')],
  vatNumber: 'GB123456789',
  vatRate: 20,
});
/** What a colleague has made of it since. */
const theirs = {
  ...opened,
  name: 'The New Ferry',
  telephone: '020 7946 0999',
  lat: 53.8,
  lon: -1.8,
  services: [pizza, service('vegetarian', 'Vegetarian'), service('breakfast', 'Breakfast')],
  vatRate: 5 as const,
};

/** All that the form has of it. */
const asTheyLeft = bodyOf(profileOf(theirs), theirs.services);

afterEach(() => void vi.restoreAllMocks());

function open(read: () => Promise<unknown> = async () => theirs) {
  const sent: unknown[] = [];
  vi.spyOn(Client.prototype, 'call').mockImplementation(async (key, options) => {
    if (key === 'GET /sellers/outlets/:outletId') return (await read()) as never;
    sent.push([key, 'body' in options ? options.body : null]);
    return theirs;
  });
  const onClose = vi.fn<() => void>();
  return {
    ...show(<OutletProfileDialog outlet={opened} onClose={onClose} />, fakePlatform()),
    sent,
    onClose,
  };
}
const save = () => screen.getByRole('button', { name: 'Save', hidden: true });
const PATCH = 'PATCH /sellers/outlets/:outletId';

it('what was typed in a form that was left is there when it is opened again, until it is saved or cancelled', async () => {
  const Left = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(!isOpen)}>Open or leave</button>
        {isOpen && <OutletProfileDialog outlet={opened} onClose={() => setOpen(false)} />}
      </>
    );
  };
  const { user } = show(<Left />);
  const openOrLeave = () => user.click(screen.getByText('Open or leave'));
  const city = () => screen.getByLabelText<HTMLInputElement>('City');
  const hint = () => screen.queryByText(/^You left this form before it was saved/);
  await openOrLeave();
  await user.type(city(), ' and Paris');
  expect(hint()).toBeNull();

  await openOrLeave();
  await openOrLeave();
  expect(city().value).toBe('London and Paris');
  expect(hint()).not.toBeNull();
  await user.click(screen.getByText('Cancel'));

  await openOrLeave();
  expect(city().value).toBe('London');
  expect(hint()).toBeNull();
});

it('saves what was changed since it was opened, and leaves what a colleague has changed since', async () => {
  const { user, sent, onClose } = open();
  const city = screen.getByLabelText('City');
  await user.clear(city);
  await user.type(city, 'Bradford');
  await user.click(screen.getByLabelText('Vegetarian'));
  await user.click(screen.getByLabelText('Thai'));
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const services = [pizza, service('breakfast', 'Breakfast'), service('thai', 'Thai')];
  expect(sent).toEqual([[PATCH, { ...asTheyLeft, city: 'Bradford', services }]]);
});

it('saves a place as a whole: half of one and half of another are nowhere', async () => {
  const { user, sent, onClose } = open();
  const latitude = screen.getByLabelText('Latitude');
  await user.clear(latitude);
  await user.type(latitude, '51.6');
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([[PATCH, { ...asTheyLeft, lat: 51.6, lon: -0.1 }]]);
});

it('saves nothing, and keeps what was typed, where the outlet cannot be read again', async () => {
  const { user, sent, onClose } = open(() => Promise.reject(new CallFailed(unreachable)));
  const city = screen.getByLabelText<HTMLInputElement>('City');
  await user.type(city, ' SE1');
  await user.click(save());
  await screen.findByText(unreachable.message);
  expect(sent).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
  expect(city.value).toBe('London SE1');
});

it('ends quietly where the session has ended while it was saved, and nobody is there to be told', async () => {
  const uncaught = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', uncaught);
  let fail = () => {};
  const unanswered = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new CallFailed(unreachable));
  });
  const { user, store, sent } = open(() => unanswered);
  await user.click(save());
  store.dispatch(signedOut());
  fail();
  await waitFor(() => expect(save()).not.toHaveProperty('disabled', true));
  // Rejections that nobody caught are told after all that follows from them.
  await new Promise(setImmediate);
  process.off('unhandledRejection', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
});

describe('a new outlet', () => {
  const POST = 'POST /sellers/outlets';
  const lost = () => Promise.reject(new CallFailed(unreachable));

  /** @param answers to its presses, one after the other */
  async function add(...answers: (() => Promise<unknown>)[]) {
    const sent: { idempotencyKey?: string; body?: { name: string } }[] = [];
    vi.spyOn(Client.prototype, 'call').mockImplementation((key, options) => {
      if (key === POST) sent.push(options);
      return (answers.shift()?.() ?? Promise.resolve(theirs)) as Promise<never>;
    });
    const onClose = vi.fn<() => void>();
    const { user } = show(<OutletProfileDialog onClose={onClose} />, fakePlatform());
    await user.type(screen.getByLabelText('Name'), 'The Old Ferry');
    await user.click(save());
    await screen.findByText(unreachable.message);
    return { user, sent, onClose };
  }

  it('is one outlet where the first press was never answered: both carry the same key', async () => {
    const { user, sent, onClose } = await add(lost);
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [first, second] = sent;
    expect(first?.idempotencyKey).toMatch(/^[\w-]{36}$/);
    expect(second).toEqual(first);
  });

  it('that the unanswered press has added is not added anew as the form is now', async () => {
    const reused = { ...unreachable, status: 422, code: 'IDEMPOTENCY_KEY_REUSED' };
    const { user, sent, onClose } = await add(lost, () => Promise.reject(new CallFailed(reused)));
    await user.type(screen.getByLabelText('Name'), ' Inn');
    await user.click(save());
    await screen.findByText(/^The first press has added it/);
    expect(onClose).toHaveBeenCalled();
    expect(sent.map(({ body }) => body?.name)).toEqual(['The Old Ferry', 'The Old Ferry Inn']);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });
});
