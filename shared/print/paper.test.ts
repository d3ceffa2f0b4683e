import { expect, it } from 'vitest';
import type { PrintDocument } from './document.ts';
import { pageOf } from './paper.ts';
import { paperWidths } from './printer.ts';

it('a page shows a mark large and boxed, and a note reversed and headed', () => {
  const { html: page } = pageOf(
    {
      kind: 'ticket',
      blocks: [
        { kind: 'mark', text: 'REPRINT 2 19:04' },
        { kind: 'note', text: 'REPRINT 2 <b>19:04</b>' },
      ],
    },
    80,
  );
  const line = (look: string, text: string) =>
    `<div class="paper-line ${look}"><span>${text}</span><span></span></div>`;
  expect(page.slice(page.indexOf('<div class="paper-line'))).toBe(
    [
      line('paper-large paper-bold', '+----------------------+'),
      line('paper-large paper-bold', '|   REPRINT 2 19:04    |'),
      line('paper-large paper-bold', '+----------------------+'),
      line(
        'paper-tall paper-bold paper-reversed',
        ` Note: REPRINT 2 <b>19:04</b>`.padEnd(48).replace('<b>', '&lt;b&gt;').replace('</b>', '&lt;/b&gt;'),
      ),
      '</div>',
    ].join(''),
  );
});

/** A document of so many lines. */
const ofLines = (lines: number): PrintDocument => ({
  kind: 'report',
  blocks: Array.from({ length: lines }, () => ({ kind: 'text', text: 'x' })),
});
/** The height of a line of the page and its edges, in microns: 1.3 times the font's size. */
const [line, edges] = [(1500 / 0.6025) * 1.3, 6000];

it.each(paperWidths)('a page is as wide as paper of %i mm, and as long as the document (T4)', (width) => {
  for (const lines of [30, 100])
    expect(pageOf(ofLines(lines), width).size).toEqual({
      width: width * 1000,
      height: Math.ceil((lines + 1) * line + edges),
    });
  const large = { kind: 'title', text: 'x' } as const;
  const { size } = pageOf({ kind: 'report', blocks: [...ofLines(30).blocks, large] }, width);
  expect(size.height).toBe(Math.ceil(33 * line + edges));
});

it('a page is never wider than long, nor longer than a driver can say', () => {
  expect(pageOf(ofLines(1), 80).size).toEqual({ width: 80_000, height: 80_000 });
  expect(pageOf(ofLines(5000), 58).size).toEqual({ width: 58_000, height: 3_200_000 });
});
