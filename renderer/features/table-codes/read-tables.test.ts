import { describe, expect, it } from 'vitest';
import { readTables } from './read-tables.ts';

const to = (first: number, last: number, before = '') =>
  Array.from({ length: last - first + 1 }, (_, at) => `${before}${first + at}`);

describe('tables as a person lists them', () => {
  it.each<[string, string[]]>([
    ['1-20, Bar, Garden 3', [...to(1, 20), 'Bar', 'Garden 3']],
    ['Garden 1–6; A2-A', [...to(1, 6, 'Garden '), 'A2-A']],
    ['T1-3\nT5', ['T1', 'T2', 'T3', 'T5']],
    ['01-03', ['01', '02', '03']],
    ['7-7, 7, 07', ['7', '07']],
    [' ,, Upper   deck ,', ['Upper deck']],
    ['Table 4 (window)', ['Table 4 (window)']],
    ['x'.repeat(20), ['x'.repeat(20)]],
    ['1-300', to(1, 300)],
  ])('%j', (typed, tables) => expect(readTables(typed)).toEqual({ tables }));

  it.each([
    ['', 'Please name a table'],
    [' , ;', 'Please name a table'],
    ['20-1', 'goes backwards'],
    ['1-301', 'more than 300'],
    ['1-999999', 'more than 300'],
    ['1-200, Garden 1-101', 'more than 300'],
    ['x'.repeat(21), '20 letters at most'],
    ['The conservatory behind 1-2', '20 letters at most'],
  ])('%j is refused in words', (typed, words) =>
    expect(readTables(typed)).toEqual({ problem: expect.stringContaining(words) }),
  );
});
