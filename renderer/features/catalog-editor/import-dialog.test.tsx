// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openEditor } from '../../../tests/support/components/open-editor.ts';
import { show } from '../../../tests/support/components/show.tsx';
import { EditingContext } from './editing.tsx';
import { ImportDialog } from './import-dialog.tsx';

async function openImport() {
  const editor = await openEditor();
  const onClose = vi.fn<() => void>();
  const { user } = show(
    <EditingContext value={{ editor, show: () => {}, clocks: { zone: 'Europe/London', isNamed: false } }}>
      <ImportDialog onClose={onClose} />
    </EditingContext>,
  );
  return { user, onClose, input: screen.getByLabelText<HTMLInputElement>('Choose a file') };
}

it('stays open where the choice of a file is given up, and closes on Escape', async () => {
  const { onClose, input } = await openImport();
  fireEvent(input, new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('takes the same file again once it was put right', async () => {
  const { user, input } = await openImport();
  const saved = (price: string) => new File([`Category,Item,Price\nMains,Pie,${price}\n`], 'menu.csv');
  await user.upload(input, saved('twelve'));
  await screen.findByText('Row 2: “twelve” is no price.');
  await user.click(input);
  expect(input.value, 'the browser tells of no file that is chosen already').toBe('');
  await user.upload(input, saved('12'));
  await screen.findByText(/^Nothing has changed yet/);
});

it('shows the file that was chosen last, though one before it is still being read', async () => {
  const { user, input } = await openImport();
  const large = new File([], 'large.csv');
  const bytes = new TextEncoder().encode('Category,Item,Price\nOld mains,Pie,12\n');
  let arrive: (() => void) | undefined;
  large.arrayBuffer = () => new Promise((resolve) => (arrive = () => resolve(bytes.buffer)));
  await user.upload(input, large);
  await user.upload(input, new File(['Category,Item,Price\nMains,Pie,12\n'], 'menu.csv'));
  await screen.findByText(/^Nothing has changed yet/);
  expect(screen.queryByRole('progressbar')).toBe(null);
  arrive?.();
  const [list] = screen.getAllByRole('list');
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect(list?.isConnected).toBe(true);
  expect(list?.textContent).toContain('Mains');
  expect(list?.textContent).not.toContain('Old mains');
});
