import { expect, it } from 'vitest';
import { openPage, ready, server, setUpEditors, tea } from '../../tests/support/components/editor-pages.ts';

setUpEditors();

it('what is marked as sold out stays so when a menu arrives that was read before', async () => {
  const editor = await openPage();
  let arrive = () => {};
  server.onItsWay = new Promise((resolve) => (arrive = resolve));
  const looked = [editor.refresh(true), editor.open()];
  const until = '2999-01-01T20:00:00.000Z';
  await editor.markSoldOut({ itemId: tea.id }, until);
  arrive();
  await Promise.all(looked);
  expect(Object.values(ready(editor).soldOut)).toEqual([until]);

  // The next look has what everybody has marked since.
  server.soldOut.clear();
  await editor.refresh(true);
  expect(ready(editor).soldOut).toEqual({});
});
