import { expect, it } from 'vitest';
import { paperPage } from './paper.ts';

it('a page shows a mark large and boxed, and a note reversed and headed', () => {
  const page = paperPage(
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
