// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useHighlight } from './use-highlight.ts';

const entries = (ids: string) => ids.split('').map((id) => ({ id }));

function opened(ids: string) {
  let found = entries(ids);
  const { result, rerender } = renderHook(() => useHighlight(found));
  return {
    /** Highlights the entry. */
    highlight: (id: string) =>
      act(() => result.current.highlight(found.findIndex((entry) => entry.id === id))),
    typeFor(next: string) {
      found = entries(next);
      act(() => result.current.highlightFirst());
    },
    listBecomes(next: string) {
      found = entries(next);
      rerender();
    },
    highlighted: () => found[result.current.highlightedIndex]?.id ?? null,
  };
}

it('the highlighted entry stays highlighted while others come and go before and behind it (D78)', () => {
  const list = opened('abcd');
  list.highlight('c');
  for (const next of ['xabcd', 'cd', 'zzzabyc']) {
    list.listBecomes(next);
    expect(list.highlighted()).toBe('c');
  }
});

it('of an entry that goes itself, the one in its place is highlighted, or the last (D78)', () => {
  const list = opened('abcd');
  list.highlight('b');
  list.listBecomes('acd');
  expect(list.highlighted()).toBe('c');
  list.listBecomes('a');
  expect(list.highlighted()).toBe('a');
});

it('the first is highlighted, also of what is found later, until another one is; what is typed begins anew (D78)', () => {
  const list = opened('');
  expect(list.highlighted()).toBeNull();
  list.listBecomes('bc');
  expect(list.highlighted()).toBe('b');
  list.listBecomes('abc');
  expect(list.highlighted()).toBe('a');
  list.highlight('c');
  list.typeFor('abc');
  expect(list.highlighted()).toBe('a');
  list.highlight('c');
  list.listBecomes('');
  expect(list.highlighted()).toBeNull();
  list.listBecomes('xyz');
  expect(list.highlighted()).toBe('x');
});
