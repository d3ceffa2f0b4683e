// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useKeptHighlight } from './use-kept-highlight.ts';

const entries = (ids: string) => ids.split('').map((id) => ({ id }));

function opened(ids: string) {
  let found = entries(ids);
  const { result, rerender } = renderHook(() => {
    const [highlightedIndex, setHighlightedIndex] = useState(0);
    useKeptHighlight({ found, highlightedIndex, setHighlightedIndex });
    return { highlightedIndex, setHighlightedIndex };
  });
  return {
    highlight: (id: string) =>
      act(() => result.current.setHighlightedIndex(found.findIndex((entry) => entry.id === id))),
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
  for (const next of ['xabcd', 'bcd', 'zzzabyc']) {
    list.listBecomes(next);
    expect(list.highlighted()).toBe('c');
  }
});

it('of an entry that goes itself, the one in its place is highlighted, or the last (D78)', () => {
  const list = opened('abcd');
  list.highlight('c');
  list.listBecomes('abd');
  expect(list.highlighted()).toBe('d');
  list.listBecomes('ab');
  expect(list.highlighted()).toBe('b');
});

it('while it is the first that is highlighted, a better one that comes is (D78)', () => {
  const list = opened('bc');
  list.listBecomes('abc');
  expect(list.highlighted()).toBe('a');
});
