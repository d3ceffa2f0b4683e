import { expect, it } from 'vitest';
import { connectedSpans, without } from './spans.ts';

it('a screen is connected from each word of it to the next to the contrary, or to its end', () => {
  const spans = connectedSpans(
    [
      { kind: 'connection', connected: true, at: 10 },
      { kind: 'tone', at: 12 },
      { kind: 'connection', connected: false, at: 20 },
      { kind: 'connection', connected: true, at: 30 },
      { kind: 'closed', at: 40 },
      { kind: 'connection', connected: true, at: 50 },
    ],
    60,
  );
  expect(spans).toEqual([
    { from: 10, to: 20 },
    { from: 30, to: 40 },
    { from: 50, to: 60 },
  ]);
});

it('what is left of a span is what lies before, between and after the others', () => {
  const span = [{ from: 0, to: 100 }];
  expect(without(span, [])).toEqual(span);
  expect(without(span, [{ from: -5, to: 200 }])).toEqual([]);
  expect(
    without(span, [
      { from: 20, to: 30 },
      { from: 25, to: 40 },
      { from: 90, to: 120 },
    ]),
  ).toEqual([
    { from: 0, to: 20 },
    { from: 40, to: 90 },
  ]);
});
