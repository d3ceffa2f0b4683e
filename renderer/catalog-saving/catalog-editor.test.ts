import { describe, expect, it, vi } from 'vitest';
import { putItem, rename, renameCategory } from '../catalog-model/edits.ts';
import { itemForm } from '../catalog-model/forms.ts';
import { notStated } from '../catalog-model/statement-form.ts';
import {
  browser,
  latest,
  openPage,
  page,
  place,
  priced,
  ready,
  retry,
  server,
  setUpEditors,
  tea,
  until,
} from '../../tests/support/components/editor-pages.ts';

setUpEditors();

describe('saving (D35)', () => {
  it.each(['cut', 'nonsense'] as const)('a load that fails (%s) can never lead to a save', async (loads) => {
    server.loads = loads;
    const editor = page();
    editor.edit(rename('Typed before'));
    await editor.open();
    expect(editor.getState()).toMatchObject({ status: 'failed' });
    editor.edit(rename('Typed after'));
    editor.resolve({});
    editor.setForm(null);
    await editor.refresh(true);
    expect(server.saves).toEqual([]);
    server.loads = 'ok';
    await editor.open();
    expect(ready(editor).content.name).toBe('Menu');
    expect(server.saves).toEqual([]);
  });

  it('one at a time, in order, the newest state last, each with its revision', async () => {
    const editor = await openPage();
    for (let cost = 1; cost <= 20; cost += 1) {
      editor.edit(priced(cost));
      if (cost % 3 === 0) await Promise.resolve();
    }
    expect(ready(editor).saving.kind).toBe('saving');
    await until(editor, 'saved');
    expect(server.most).toBe(1);
    const costs = server.saves.map(({ categories }) => categories[0]?.list[0]?.cost ?? 0);
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(costs.at(-1)).toBe(20);
    expect(ready(editor).base.revision).toBe(server.revisions.length);
  });

  it('a cut is waited out; meanwhile the work is persisted, and then it is not any more', async () => {
    const editor = await openPage();
    server.next = ['cut', 'cut'];
    editor.edit(priced(300));
    await until(editor, 'offline');
    await vi.waitFor(() => expect(ready(editor).persisted).toBe(true));
    expect(browser.contents.get('page')?.mine.categories[0]?.list[0]?.cost).toBe(300);
    editor.edit(priced(310));
    retry();
    await vi.waitFor(() => expect(server.next).toEqual([]));
    await until(editor, 'offline');
    retry();
    await until(editor, 'saved');
    expect(latest()?.categories[0]?.list[0]?.cost).toBe(310);
    await vi.waitFor(() => expect(browser.contents.size).toBe(0));
  });

  it('a save whose answer was lost is not taken for a colleague’s, whatever was typed since', async () => {
    const editor = await openPage();
    server.next = ['lost'];
    editor.edit(priced(300));
    await until(editor, 'offline');
    editor.edit(priced(320));
    server.change(renameCategory(place, 'Hot drinks'));
    retry();
    await until(editor, 'saved');
    expect(latest()?.categories[0]).toMatchObject({ name: 'Hot drinks', list: [{ cost: 320 }] });
    expect(ready(editor).content).toEqual(latest());
  });

  it('what the server refuses is told and persisted, and the next edit tries again', async () => {
    const editor = await openPage();
    server.next = ['refused'];
    editor.edit(priced(300));
    await until(editor, 'refused');
    expect(ready(editor).saving).toMatchObject({ message: 'Too many items.' });
    expect(browser.contents.size).toBe(1);
    editor.edit(priced(200));
    await until(editor, 'saved');
    expect(server.saves).toHaveLength(1);
  });
});

describe('a colleague’s save (D35)', () => {
  it('that there never was is a refusal, told once, and not asked for again for ever', async () => {
    const editor = await openPage();
    server.next = Array<'said to have changed'>(50).fill('said to have changed');
    editor.edit(rename('Evening'));
    await until(editor, 'refused');
    expect(server.asked).toBe(1);
    server.next = [];
    editor.edit(rename('Late evening'));
    await until(editor, 'saved');
    expect(server.saves.map(({ name }) => name)).toEqual(['Late evening']);
  });

  it('is merged where it does not collide, while one types on', async () => {
    const editor = await openPage();
    server.change(renameCategory(place, 'Hot drinks'));
    editor.edit(priced(300));
    editor.edit(rename('Winter'));
    await until(editor, 'saved');
    expect(latest()).toMatchObject({
      name: 'Winter',
      categories: [{ name: 'Hot drinks', list: [{ cost: 300 }] }],
    });
    expect(ready(editor).content).toEqual(latest());
  });

  it('that collides stands beside one’s own, and the one that is chosen is saved', async () => {
    const editor = await openPage();
    server.change(priced(400));
    editor.edit(priced(300));
    await until(editor, 'collided');
    expect(server.saves, 'nothing is overwritten meanwhile').toEqual([]);
    expect(ready(editor).content.categories[0]?.list[0]?.cost).toBe(300);
    expect(browser.contents.size, 'and mine is kept').toBe(1);
    editor.edit(rename('Typed meanwhile'));
    editor.resolve({ '/drinks/tea.cost': 'theirs' });
    await until(editor, 'saved');
    expect(latest()).toMatchObject({ name: 'Typed meanwhile', categories: [{ list: [{ cost: 400 }] }] });
  });

  it('is taken in by itself while nothing is being done here, and not over an open form', async () => {
    const editor = await openPage();
    server.change(rename('Winter'));
    editor.setForm(itemForm(place, tea));
    await editor.refresh(false);
    expect(ready(editor).content.name).toBe('Menu');
    // As when one returns to the editor, where the form is still open.
    await editor.open();
    expect(ready(editor).content.name).toBe('Menu');
    editor.setForm(null);
    await editor.refresh(false);
    expect(ready(editor).content.name).toBe('Winter');
  });

  it('two hundred interleaved edits of two pages all end at the server and on both screens (D35)', async () => {
    const pages = [await openPage('one'), await openPage('two')];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const names = new Set<string>();
    for (let edit = 0; edit < 200; edit += 1) {
      if (random(5) === 0) server.next.push((['cut', 'lost'] as const)[random(2)] ?? 'cut');
      const name = `Item ${edit}`;
      names.add(name);
      pages[edit % 2]?.edit(putItem(place, { ...tea, id: name, name }));
      for (let pause = random(12); pause > 0; pause -= 1) await Promise.resolve();
      retry();
    }
    server.next = [];
    const settled = pages.map((editor) =>
      vi.waitFor(() => {
        retry();
        expect(ready(editor).saving.kind).toBe('saved');
      }),
    );
    await Promise.all(settled);
    for (const editor of pages) await editor.refresh(false);
    const found = latest()?.categories[0]?.list.map(({ name }) => name) ?? [];
    expect(found.toSorted()).toEqual(['Tea', ...names].toSorted());
    for (const editor of pages) expect(ready(editor).content).toEqual(latest());
  });
});

describe('a page that died (D35)', () => {
  it('its unsaved work and its half-typed form are taken up by the next, and saved', async () => {
    const first = await openPage('first');
    server.next = ['cut'];
    first.edit(priced(300));
    const values = { name: 'Half-ty', cost: '4.', note: '', vatRate: '', ...notStated };
    first.setForm({ kind: 'item', place, before: values, values });
    await until(first, 'offline');
    await vi.waitFor(() => expect(ready(first)).toMatchObject({ persisted: true, formPersisted: true }));
    first.stop();
    browser.kill('first');
    server.change(rename('Winter'));

    const second = await openPage('second');
    await until(second, 'saved');
    expect(latest()).toMatchObject({ name: 'Winter', categories: [{ list: [{ cost: 300 }] }] });
    expect(ready(second).form).toMatchObject({ kind: 'item', values: { name: 'Half-ty', cost: '4.' } });
    await vi.waitFor(() => expect(browser.contents.size).toBe(0));
    await vi.waitFor(() => expect([...browser.forms.keys()]).toEqual(['second']));
  });

  it.each([
    ['that the server has already', 'lost'],
    ['that is still to be saved', 'cut'],
  ] as const)('work %s is taken up once, however long the storage takes', async (_what, fate) => {
    const first = await openPage('first');
    server.next = [fate];
    first.edit(priced(300));
    await until(first, 'offline');
    await vi.waitFor(() => expect(browser.contents.get('first')?.sent).toHaveLength(1));
    first.stop();
    browser.kill('first');

    // As slow as a disk, beside a server that answers at once.
    const slow = () => new Promise((resolve) => setTimeout(resolve));
    const { keep, forget } = browser.drafts;
    browser.drafts.keep = (draft) => slow().then(() => keep(draft));
    browser.drafts.forget = (editorId) => slow().then(() => forget(editorId));
    if (fate === 'cut') server.next = ['cut'];
    const second = await openPage('second');
    if (fate === 'cut') {
      await until(second, 'offline');
      await vi.waitFor(() => expect([...browser.contents.keys()]).toEqual(['second']));
      retry();
    }
    await until(second, 'saved');
    expect(latest()).toMatchObject({ categories: [{ list: [{ cost: 300 }] }] });
    await vi.waitFor(() => expect([...browser.contents.keys()]).toEqual([]));
  });

  it('of what was edited while a save was under way, what is being saved then is stored too', async () => {
    const first = await openPage('first');
    server.meanwhile = () => {
      server.meanwhile = null;
      first.edit(priced(310));
      server.next = ['lost'];
    };
    first.edit(priced(300));
    await until(first, 'offline');
    await vi.waitFor(() =>
      expect(browser.contents.get('first')).toMatchObject({
        base: { revision: 2 },
        sent: [{ categories: [{ list: [{ cost: 310 }] }] }],
      }),
    );
  });

  it('another that lives keeps its own', async () => {
    const first = await openPage('first');
    server.next = ['cut'];
    first.edit(priced(300));
    await until(first, 'offline');
    await openPage('second');
    expect(server.saves).toEqual([]);
    expect([...browser.contents.keys()]).toEqual(['first']);
  });

  it('where nothing can be persisted, nothing is said to be', async () => {
    browser.drafts.keep = () => Promise.reject(new Error('QuotaExceededError'));
    const editor = await openPage();
    server.next = ['cut'];
    editor.edit(priced(300));
    await until(editor, 'offline');
    expect(ready(editor).persisted).toBe(false);
    retry();
    await until(editor, 'saved');
  });
});
