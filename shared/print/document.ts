import type { Pence } from '../base/money.ts';
import type { CodePage } from './printer.ts';

/** `ticket` is the kitchen's, `receipt` the customer's, `report` a trading session's, `test` a printer's own. */
export const documentKinds = ['ticket', 'receipt', 'report', 'test'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** One part of a document, by what it means; how it looks is each renderer's. */
export type Block =
  /** What the document is, or whose: in the middle, large. */
  | { kind: 'title'; text: string }
  /** What must be read across the kitchen: the number at the left, the place at the right. */
  | { kind: 'headline'; left: string; right: string }
  | { kind: 'text'; text: string; centred?: boolean; strong?: boolean }
  /** What a customer asks for and must not be missed: reversed out, and headed as a note. */
  | { kind: 'note'; text: string }
  /** What tells a sheet from the usual, large in a box: no text of a customer's is printed so. */
  | { kind: 'mark'; text: string }
  /**
   * A line of an order. `contains` names its allergens, where the seller gave any. `amount` is for all of it, in
   * pence; null in the kitchen, which gets no prices.
   */
  | {
      kind: 'item';
      quantity: number;
      name: string;
      modifications: string[];
      contains?: string;
      amount: Pence | null;
    }
  /** `pence` may be below nought, for money given back. */
  | { kind: 'amount'; label: string; pence: number; strong?: boolean }
  | { kind: 'rule' }
  /** The same text through one code page, for staff to see which their printer has. */
  | { kind: 'sample'; codePage: CodePage; text: string };

/** A document as it is meant; {@link layOut} makes lines of it, the same for paper, preview and print dialog. */
export type PrintDocument = { kind: DocumentKind; blocks: Block[] };

/** The longest text of one block. What is longer is cut short by {@link clip}. */
export const MAX_TEXT = 1000;
export const MAX_BLOCKS = 1000;

/** At most {@link MAX_TEXT} characters, and it shows where something was left out. */
export function clip(text: string, most = MAX_TEXT): string {
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
}
