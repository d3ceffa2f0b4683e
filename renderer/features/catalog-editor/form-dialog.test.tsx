// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pence } from '#shared/base/money.ts';
import type { CategoryPlace } from '../../catalog-model/content.ts';
import { putItem, removeCategory, removeItem } from '../../catalog-model/edits.ts';
import { itemForm } from '../../catalog-model/forms.ts';
import { openEditor } from '../../../tests/support/components/open-editor.ts';
import { show } from '../../../tests/support/components/show.tsx';
import { useReady } from '../../catalog-saving/editors.ts';
import { EditingContext, useEditing } from './editing.tsx';
import { FormDialog } from './form-dialog.tsx';

const place: CategoryPlace = { categoryId: 'drinks' };
const tea = { id: 'tea', name: 'Tea', cost: pence(250), note: '', modifiers: [] };

function OpenForm() {
  const { editor } = useEditing();
  const form = useReady(editor, (state) => state.form);
  return form && <FormDialog form={form} />;
}

async function openForm(of: 'a new item' | 'tea') {
  const editor = await openEditor([{ id: 'drinks', name: 'Drinks', list: [tea] }]);
  const state = editor.getState();
  const item = state.status === 'ready' ? state.content.categories[0]?.list[0] : undefined;
  editor.setForm(itemForm(place, of === 'tea' ? item : undefined));
  const shown = show(
    <EditingContext value={{ editor, show: () => {}, clocks: { zone: 'Europe/London', isNamed: false } }}>
      <OpenForm />
    </EditingContext>,
  );
  return { ...shown, editor };
}

it.each([
  ['tea', 'Save', 'A colleague has removed this.', removeItem({ ...place, itemId: 'tea' })],
  ['a new item', 'Add', 'A colleague has removed what this would be added to.', removeCategory(place)],
] as const)(
  'keeps what was typed for %s that has no place any more, and says so',
  async (of, save, said, gone) => {
    const { user, editor } = await openForm(of);
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'Green tea');
    await user.clear(screen.getByLabelText('Cost'));
    await user.type(screen.getByLabelText('Cost'), '3');
    act(() => editor.edit(gone));
    const alert = await screen.findByText(`${said} What you typed stays here until you cancel.`);
    expect(alert.getAttribute('role')).toBe('alert');
    await user.click(screen.getByRole('button', { name: save }));
    expect(document.activeElement).toBe(alert);
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Green tea');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBe(null);
  },
);

it('asks before it saves over what was saved under it meanwhile (D36)', async () => {
  const { user, editor } = await openForm('tea');
  await user.clear(screen.getByLabelText('Cost'));
  await user.type(screen.getByLabelText('Cost'), '4');
  act(() => editor.edit(putItem(place, { ...tea, cost: pence(300) })));
  await vi.waitFor(() => expect(editor.getState()).toMatchObject({ saving: { kind: 'saved' } }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(editor.getState()).toMatchObject({ saving: { kind: 'collided' }, form: null });
});
