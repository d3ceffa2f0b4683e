import { useEffect, type RefObject } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { useAppSelector } from '../../app/hooks.ts';
import { selectUndo } from '../../live/pressing-slice.ts';
import type { OrderCommands } from '../../live/order-commands.ts';
import { columnNames, type Columns } from './board-model.ts';

type BoardKeys = {
  columns: Columns;
  /** The chosen order. */
  order: Order | undefined;
  choose: (orderId: string | null) => void;
  commands: OrderCommands;
  acting: boolean;
  print: (order: Order) => void;
  onHelp: () => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

/** What a key means on the board. */
export type KeyMeaning =
  | { kind: 'choose'; orderId: string }
  | { kind: 'accept' | 'ready' | 'close' | 'undo' | 'print' | 'search' | 'help' | 'open' | 'leave' };

/** The keys of the board: J/K move, A accept, R ready, C close, U undo, P print, / search, ? help, 1–9 pick a card. */
export function meaningOf(key: string, columns: Columns, chosen: string | null): KeyMeaning | null {
  const ids = columnNames.flatMap((name) => columns[name]);
  const at = chosen === null ? -1 : ids.indexOf(chosen);
  const pick = (index: number): KeyMeaning | null => {
    const orderId = ids[index];
    return orderId === undefined ? null : { kind: 'choose', orderId };
  };
  if (/^[1-9]$/.test(key)) return pick(Number(key) - 1);
  switch (key.toLowerCase()) {
    case 'j':
      return pick(Math.min(ids.length - 1, at + 1));
    case 'k':
      return pick(Math.max(0, at - 1));
    case 'enter':
      return { kind: 'open' };
    case 'escape':
      return { kind: 'leave' };
    case 'a':
      return { kind: 'accept' };
    case 'r':
      return { kind: 'ready' };
    case 'c':
      return { kind: 'close' };
    case 'u':
      return { kind: 'undo' };
    case 'p':
      return { kind: 'print' };
    case '/':
      return { kind: 'search' };
    case '?':
      return { kind: 'help' };
    default:
      return null;
  }
}

export function useBoardKeys({
  columns,
  order,
  choose,
  commands,
  acting,
  print,
  onHelp,
  searchBox,
}: BoardKeys): void {
  const undo = useAppSelector(selectUndo);
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]:not(.side-modal)')) return;
      const meaning = meaningOf(event.key, columns, order?.id ?? null);
      // Enter and Escape belong to the button that has the focus, where one has.
      if (!meaning || (meaning.kind === 'open' && event.target !== document.body)) return;
      if (act(meaning)) event.preventDefault();
    }

    function act(meaning: KeyMeaning): boolean {
      switch (meaning.kind) {
        case 'choose':
          choose(meaning.orderId);
          return true;
        case 'print':
          if (order) print(order);
          return true;
        case 'search':
          searchBox.current?.focus();
          return true;
        case 'help':
          onHelp();
          return true;
        case 'leave':
          choose(null);
          return true;
        case 'open':
          document.querySelector<HTMLElement>('.detail button:not(.detail-close), .detail input')?.focus();
          return true;
        case 'undo':
          if (acting && undo) {
            void commands.undo(undo);
          }
          return true;
        default:
          if (acting && order) step(order, meaning.kind);
          return true;
      }
    }

    function step(target: Order, kind: 'accept' | 'ready' | 'close'): void {
      if (kind === 'ready') {
        const behind = target.itemStatus.filter(({ status }) => status === 'waiting' || status === 'working');
        if (behind.length > 0 && target.status !== 'deliver_pending')
          void commands.moveItems(
            target,
            behind.map(({ id }) => id),
            'ready',
          );
        return;
      }
      const wanted = kind === 'accept' ? 'deliver_pending' : 'deliver_enroute';
      const delivered = target.itemStatus.every(({ status }) => status === 'complete');
      if (target.status === wanted && (kind === 'accept' || delivered)) void commands.primary(target);
    }

    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [columns, order, choose, commands, acting, print, onHelp, searchBox, undo]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}
