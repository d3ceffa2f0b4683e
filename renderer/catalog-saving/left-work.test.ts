import { beforeEach, describe, expect, it, vi } from 'vitest';
import { putItem, rename } from '../catalog-model/edits.ts';
import { itemForm, modifierForm, type OpenForm } from '../catalog-model/forms.ts';
import {
  browser,
  latest,
  openPage,
  page,
  place,
  priced,
  ready,
  server,
  setUpEditors,
  tea,
  until,
} from '../../tests/support/components/editor-pages.ts';
import { browserDrafts, type Draft } from './drafts.ts';

setUpEditors();

const DAY_MS = 24 * 60 * 60_000;
const soup = { ...tea, id: 'soup' };
const cost = () => latest()?.categories[0]?.list[0]?.cost;

const storedForms = (pages: string[]) =>
  vi.waitFor(() => expect([...browser.forms.keys()].toSorted()).toEqual(pages));

/** A page whose price was not saved, and that died. */
async function leave(editorId = 'first'): Promise<Draft> {
  const first = await openPage(editorId);
  server.next = ['cut'];
  first.edit(priced(200));
  await until(first, 'offline');
  await vi.waitFor(() => expect(browser.contents.get(editorId)?.sent).toHaveLength(1));
  first.stop();
  browser.kill(editorId);
  server.next = [];
  const draft = browser.contents.get(editorId);
  if (!draft) throw new Error('It is stored.');
  return draft;
}

describe.each([
  ['of yesterday', Date.now() - DAY_MS],
  ['of tomorrow, by a clock that was ahead', Date.now() + DAY_MS],
  ['of an older version, without a time', undefined],
])('unsaved work %s', (_when, at) => {
  beforeEach(async () => {
    const { at: _now, ...draft } = await leave();
    browser.contents.set('first', at === undefined ? draft : { ...draft, at });
  });

  it('is not saved before somebody has looked at it, and then is (D36)', async () => {
    const second = await openPage('second');
    expect(ready(second)).toMatchObject({ left: { editorId: 'first' }, content: latest() });
    second.edit(rename('Winter'));
    await until(second, 'saved');
    expect(cost(), 'also not with another edit').toBe(250);
    await vi.waitFor(() => expect([...browser.contents.keys()]).toEqual(['first']));
    second.answerLeft('save');
    await vi.waitFor(() =>
      expect(latest()).toMatchObject({ name: 'Winter', categories: [{ list: [{ cost: 200 }] }] }),
    );
    expect(ready(second).left).toBe(null);
    await vi.waitFor(() => expect(browser.contents.size).toBe(0));
  });

  it('is gone once it is discarded, and asked about again until then (D36)', async () => {
    const second = await openPage('second');
    second.stop();
    browser.kill('second');
    const third = await openPage('third');
    third.answerLeft('discard');
    await vi.waitFor(() => expect(browser.contents.size).toBe(0));
    expect(ready(third)).toMatchObject({ left: null, saving: { kind: 'saved' } });
    expect(server.saves).toEqual([]);
  });

  it('that the menu has by now is no question', async () => {
    server.change(priced(200));
    const second = await openPage('second');
    await until(second, 'saved');
    expect(ready(second).left).toBe(null);
    await vi.waitFor(() => expect(browser.contents.size).toBe(0));
  });
});

it('a form on an item that only unsaved work of yesterday has opens once that is saved, and stays stored until then (D36)', async () => {
  const { at: _now, ...draft } = await leave();
  const form = modifierForm({ ...place, itemId: soup.id });
  const typed = { ...form, values: { ...form.values, name: 'Half-ty' } } as OpenForm;
  const ids = { accountId: 'a', catalogId: 'c' };
  browser.contents.set('first', { ...draft, mine: putItem(place, soup)(draft.mine) });
  browser.forms.set('first', { editorId: 'first', ...ids, form: typed });
  const second = await openPage('second');
  expect(ready(second)).toMatchObject({ left: { editorId: 'first' }, form: null });
  second.setForm(itemForm(place, tea));
  await storedForms(['first', 'second']);
  second.setForm(null);
  await storedForms(['first']);
  second.answerLeft('save');
  await vi.waitFor(() => expect(ready(second).form).toEqual(typed));
  await storedForms(['second']);
  await until(second, 'saved');
});

it('a form that is open stays when unsaved work is taken up, and that of its page stays stored (D36)', async () => {
  const { at: _now, ...draft } = await leave();
  const left = { editorId: 'first', accountId: 'a', catalogId: 'c', form: itemForm(place, soup) };
  browser.contents.set('first', { ...draft, mine: putItem(place, soup)(draft.mine) });
  browser.forms.set('first', left);
  const second = await openPage('second');
  const own = itemForm(place, tea);
  second.setForm(own);
  second.answerLeft('save');
  await until(second, 'saved');
  expect(ready(second).form).toEqual(own);
  await storedForms(['first', 'second']);
});

it('unsaved work of a moment ago is saved first, beside older work that waits (D36)', async () => {
  const old = await leave('old');
  browser.contents.clear();
  const recent = await leave('recent');
  browser.contents.set('old', { ...old, mine: rename('Summer')(old.base.content), at: Date.now() - DAY_MS });
  browser.contents.set('recent', recent);
  const next = await openPage('next');
  await until(next, 'saved');
  expect(latest()).toMatchObject({ name: 'Menu', categories: [{ list: [{ cost: 200 }] }] });
  await vi.waitFor(() => expect(ready(next).left).toMatchObject({ editorId: 'old' }));
});

it('unsaved work is merged where a backup was restored, and its revision’s number is that of another menu (D36)', async () => {
  await leave();
  server.revisions = [rename('Winter')(server.catalog)];
  const second = await openPage('second');
  await vi.waitFor(() => expect(cost()).toBe(200));
  await until(second, 'saved');
  expect(latest()?.name).toBe('Winter');
});

it('an account that comes back to the same page finds its unsaved work (D36)', async () => {
  const before = page('before');
  await before.open();
  server.next = ['cut'];
  before.edit(priced(200));
  await until(before, 'offline');
  await vi.waitFor(() => expect(browser.contents.get('before')?.sent).toHaveLength(1));
  // Another account has signed in.
  before.stop();
  const after = await openPage('after');
  await until(after, 'saved');
  expect(cost()).toBe(200);
  await vi.waitFor(() => expect(browser.contents.size).toBe(0));
});

it('an editor holds its drafts until it is released, also if that comes before its lock (D36)', async () => {
  const held = new Set<string>();
  const request = async (name: string, work: () => Promise<void>) => {
    await Promise.resolve();
    held.add(name);
    await work();
    held.delete(name);
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const [first, second] = ['first', 'second'].map((id) => browserDrafts().live(id));
  second?.();
  await vi.waitFor(() => expect([...held]).toEqual(['catalog-editor-first']));
  first?.();
  await vi.waitFor(() => expect(held.size).toBe(0));
  vi.unstubAllGlobals();
});
