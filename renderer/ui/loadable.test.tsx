import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { loadable } from './loadable.tsx';

const shownOf = (Screen: ReturnType<typeof loadable>) =>
  renderToString(
    <Suspense fallback="Loading">
      <Screen />
    </Suspense>,
  );

it('is rendered at once where its code is there already, and waited for where it is not', async () => {
  const Screen = loadable(async () => () => 'The board');
  expect(shownOf(Screen)).toContain('Loading');
  await Screen.preload();
  expect(shownOf(Screen)).toBe('<!--$-->The board<!--/$-->');
});
