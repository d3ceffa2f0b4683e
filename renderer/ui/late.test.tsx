// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { show } from '../../tests/support/components/show.tsx';
import { lateDialog, latePart } from './late.tsx';

const Part = ({ name }: { name: string }) => <p>The part of {name}</p>;
const Content = ({ onClose }: { onClose: () => void }) => <button onClick={onClose}>Done</button>;

const failingOnce = <Props,>(code: ComponentType<Props>) =>
  vi
    .fn<() => Promise<ComponentType<Props>>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockImplementation(async () => code);
/** What waits for code goes on only in an act that is awaited. */
const shown = (part: ReactNode) => act(async () => show(part));
const failure = () => screen.findByText(/could not be loaded/);
const reload = () => act(async () => screen.getByRole('button', { name: 'Reload' }).click());

it('a part whose code cannot be loaded says so in its place, and is tried again', async () => {
  const load = failingOnce(Part);
  const Late = latePart(load);
  await shown(
    <main>
      <h1>The screen</h1>
      <Late name="the order" />
    </main>,
  );
  await failure();
  expect(screen.getByRole('heading', { name: 'The screen' })).toBeTruthy();

  await reload();
  expect(await screen.findByText('The part of the order')).toBeTruthy();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});

it('a part that failed is loaded when it is shown the next time', async () => {
  const Late = latePart(failingOnce(Part));
  await shown(<Late name="one order" />);
  await failure();
  await shown(<Late name="another order" />);
  expect(await screen.findByText('The part of another order')).toBeTruthy();
  await reload();
  expect(await screen.findByText('The part of one order')).toBeTruthy();
});

it('a dialog opens before its code is there, and can be closed', async () => {
  const onClose = vi.fn<() => void>();
  let arrive = (_code: typeof Content) => {};
  const arrival = new Promise<typeof Content>((resolve) => (arrive = resolve));
  const Late = lateDialog('Outlet profile', () => arrival);
  const { user } = await shown(<Late onClose={onClose} />);
  const dialog = screen.getByRole('dialog', { name: 'Outlet profile' });
  expect(dialog.textContent).toContain('Loading');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();

  await act(async () => arrive(Content));
  expect(await screen.findByRole('button', { name: 'Done' })).toBeTruthy();
});

it('a dialog whose code cannot be loaded says so within its frame, and is tried again', async () => {
  const Late = lateDialog('Outlet profile', failingOnce(Content));
  await shown(<Late onClose={() => undefined} />);
  await failure();
  expect(screen.getByRole('dialog', { name: 'Outlet profile' })).toBeTruthy();
  await reload();
  expect(await screen.findByRole('button', { name: 'Done' })).toBeTruthy();
});
