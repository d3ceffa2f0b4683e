import { expect, it, vi } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { renameCategory, putItem } from '../catalog-model/edits.ts';
import { asOpened, editOf, itemForm, modifierForm, type OpenForm } from '../catalog-model/forms.ts';
import { stateAllergens } from '../catalog-model/statement-form.ts';
import {
  browser,
  latest,
  openPage,
  place,
  priced,
  ready,
  retry,
  server,
  setUpEditors,
  tea,
  until,
} from '../../tests/support/components/editor-pages.ts';
import type { CatalogEditor } from './catalog-editor.ts';

setUpEditors();

const teaNow = (editor: CatalogEditor) => ready(editor).content.categories[0]?.list[0];
const typed = <Form extends OpenForm>(form: Form, values: object) =>
  ({ ...form, values: { ...form.values, ...values } }) as Form;
const saveForm = (editor: CatalogEditor, form: OpenForm) => {
  editor.editSince(asOpened(form), editOf(form));
  editor.setForm(null);
};
const dearer = typed(itemForm(place, tea), { cost: '4.00' });
const chooses = async (editor: CatalogEditor, side: 'mine' | 'theirs') => {
  editor.resolve({ '/drinks/tea.cost': side });
  await until(editor, 'saved');
};

it('a form that is taken up again asks before it saves over a colleague’s change of the same field (D36)', async () => {
  const first = await openPage('first');
  first.setForm(dearer);
  await vi.waitFor(() => expect(ready(first).formPersisted).toBe(true));
  first.stop();
  browser.kill('first');
  server.change(priced(300));

  const second = await openPage('second');
  const form = ready(second).form;
  if (!form) throw new Error('The form is taken up.');
  saveForm(second, form);
  expect(ready(second).saving).toMatchObject({ kind: 'collided', theirs: { revision: 2 } });
  expect(teaNow(second)?.cost).toBe(400);
  await vi.waitFor(() => expect(ready(second).persisted).toBe(true));
  second.stop();
  browser.kill('second');

  // As long as nobody has chosen, the next page asks as well.
  const third = await openPage('third');
  expect(ready(third).saving.kind).toBe('collided');
  expect(server.asked).toBe(0);
  await chooses(third, 'mine');
  expect(latest()?.categories[0]?.list[0]?.cost).toBe(400);
});

it('so does one under which a colleague’s save was merged, and no other edit is lost by it (D36)', async () => {
  const editor = await openPage();
  server.next = ['cut'];
  editor.edit(putItem(place, { ...tea, note: 'Loose leaf' }));
  await until(editor, 'offline');
  const form = typed(itemForm(place, teaNow(editor)), { cost: '4.00' });
  editor.setForm(form);
  server.change(priced(300));
  server.next = ['cut', 'cut'];
  retry();
  await vi.waitFor(() => expect(server.asked).toBe(2));
  await until(editor, 'offline');
  server.next = [];
  retry();
  await until(editor, 'saved');
  expect(teaNow(editor)).toMatchObject({ cost: 300, note: 'Loose leaf' });
  const sent = server.asked;
  saveForm(editor, form);
  expect(ready(editor).saving.kind).toBe('collided');
  expect(server.asked).toBe(sent);
  await chooses(editor, 'theirs');
  expect(latest()?.categories[0]?.list[0]).toMatchObject({ cost: 300, note: 'Loose leaf' });
});

it.each(['taken', 'cut', 'lost', 'refused'] as const)(
  'and one that is saved while an earlier save is under way, which is %s (D36)',
  async (fate) => {
    const editor = await openPage();
    const form = typed(itemForm(place, teaNow(editor)), { cost: '4.00' });
    editor.setForm(form);
    server.change(priced(300));
    editor.edit(renameCategory(place, 'Hot drinks'));
    let saved = 0;
    server.meanwhile = () => {
      // The second one is based on the colleague's price, which is under the form by then.
      if (teaNow(editor)?.cost !== 300) return;
      server.meanwhile = null;
      saved = server.asked;
      saveForm(editor, form);
    };
    server.next = ['said to have changed', ...(fate === 'taken' ? [] : [fate])];
    await vi.waitFor(() => expect(saved).toBe(2));
    await vi.waitFor(() => expect(server.underWay).toBe(0));
    await vi.waitFor(() => expect(ready(editor).persisted).toBe(true));
    retry();
    expect(ready(editor).saving.kind).toBe('collided');
    expect(server.asked).toBe(saved);
    await chooses(editor, 'mine');
    expect(latest()?.categories[0]).toMatchObject({ name: 'Hot drinks', list: [{ cost: 400 }] });
  },
);

it('what a colleague changed otherwise is kept under an open form without a question', async () => {
  const editor = await openPage();
  server.change(putItem(place, { ...tea, note: 'Loose leaf' }));
  await editor.refresh(true);
  saveForm(editor, dearer);
  await until(editor, 'saved');
  expect(latest()?.categories[0]?.list[0]).toMatchObject({ cost: 400, note: 'Loose leaf' });
});

it('an option that a colleague has renamed under the form is asked about as well', async () => {
  const milk = { name: 'Milk', cost: pence(50) };
  const extras = { id: 'extras', name: 'Extras', kind: 'optionalExtra', note: '', list: [milk] } as const;
  const withExtras = (list: (typeof milk)[]) => putItem(place, { ...tea, modifiers: [{ ...extras, list }] });
  server.change(withExtras([milk]));
  const editor = await openPage();
  const form = modifierForm({ ...place, itemId: 'tea' }, { ...extras, list: [milk] });
  const options = [{ name: 'Milk', cost: '0.80', vatRate: '', stated: '', allergens: [], allergenKinds: [] }];
  server.change(withExtras([{ ...milk, name: 'Oat milk' }]));
  await editor.refresh(true);
  saveForm(editor, typed(form, { options }));
  expect(ready(editor).saving.kind).toBe('collided');
  expect(server.saves).toEqual([]);
});

it('allergens that a colleague has stated under the dialog are not overwritten without a question (D36, D56)', async () => {
  const editor = await openPage();
  const part = { ...place, itemId: 'tea', names: [], statement: {} };
  server.change(stateAllergens(part, { allergens: ['nuts'] }));
  await editor.refresh(true);
  editor.editSince(stateAllergens(part, {}), stateAllergens(part, { containsNone: true }));
  expect(ready(editor).saving.kind).toBe('collided');
  expect(server.saves).toEqual([]);
  editor.resolve({ '/drinks/tea.allergens': 'theirs' });
  await until(editor, 'saved');
  expect(latest()?.categories[0]?.list[0]).toMatchObject({ allergens: ['nuts'] });
});
