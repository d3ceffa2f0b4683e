// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { stateAllergens } from '../../catalog-model/statement-form.ts';
import { openEditor } from '../../../tests/support/components/open-editor.ts';
import { show } from '../../../tests/support/components/show.tsx';
import { AllergensDialog } from './allergens-dialog.tsx';
import { EditingContext } from './editing.tsx';

it('asks before it saves over what was stated of the same item meanwhile (D36, D56)', async () => {
  const tea = { id: 'tea', name: 'Tea', cost: 250, note: '', modifiers: [] };
  const editor = await openEditor([{ id: 'drinks', name: 'Drinks', list: [tea] }]);
  const { user } = show(
    <EditingContext value={{ editor, show: () => {}, clocks: { zone: 'Europe/London', isNamed: false } }}>
      <AllergensDialog onClose={() => {}} />
    </EditingContext>,
  );
  const part = { categoryId: 'drinks', itemId: 'tea', names: [], statement: {} };
  // Of the nuts it is not said which, so the dialog stays at the tea.
  act(() => editor.edit(stateAllergens(part, { allergens: ['nuts'] })));
  await vi.waitFor(() => expect(editor.getState()).toMatchObject({ saving: { kind: 'saved' } }));
  await user.click(screen.getByRole('radio', { name: 'None of the 14' }));
  await user.click(screen.getByRole('button', { name: 'Save and next' }));
  expect(editor.getState()).toMatchObject({ saving: { kind: 'collided' } });
});
