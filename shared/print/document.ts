import type { Pence } from '../base/money.ts';
import type { CodePage } from './printer.ts';

/** `ticket` is the kitchen's, `receipt` the customer's, `report` a trading session's, `test` a printer's own. */
export const documentKinds = ['ticket', 'receipt', 'report', 'test'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** One part of a document, by its meaning; each renderer decides how it looks. */
export type Block =
  /** The document's name or subject: centred, large. */
  | { kind: 'title'; text: string }
  /** Must be readable across the kitchen: the number at the left, the place at the right. */
  | { kind: 'headline'; left: string; right: string }
  | { kind: 'text'; text: string; centred?: boolean; strong?: boolean }
  /** A customer's wish that must not be missed: white on black, under a heading. */
  | { kind: 'note'; text: string }
  /** Marks a sheet that differs from the usual, large in a box; no text of a customer can look like this. */
  | { kind: 'mark'; text: string }
  /**
   * A line of an order. `asked`: its modifications begin with their modifiers' names. `contains` is what is stated of its allergens. `amount` is the whole line in pence;
   * null in the kitchen, which gets no prices.
   */
  | {
      kind: 'item';
      quantity: number;
      name: string;
      modifications: string[];
      asked?: true;
      contains?: string;
      amount: Pence | null;
    }
  /** `pence` is negative for money given back. */
  | { kind: 'amount'; label: string; pence: number; strong?: boolean }
  | { kind: 'rule' }
  /** The same text in one code page, for staff to see which one their printer has. */
  | { kind: 'sample'; codePage: CodePage; text: string };

/** A document by meaning; {@link layOut} turns it into lines, the same for paper, preview and print dialog. */
export type PrintDocument = {
  kind: DocumentKind;
  blocks: Block[];
  /** By whose clocks the marks are that are added as it prints; the computer's own without it. */
  zone?: string | undefined;
};

/** The longest text of one block; {@link clip} shortens longer ones. */
export const MAX_TEXT = 1000;
export const MAX_BLOCKS = 1000;

/** At most {@link MAX_TEXT} characters; shows where text was left out. */
export function clip(text: string, most = MAX_TEXT): string {
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
}
