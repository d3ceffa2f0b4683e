import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { selectUndo } from '../../state/pressing-slice.ts';
import type { OrderCommands } from '../../orders/order-commands.ts';
import { hereOf, type AtStations } from './at-station.ts';
import { orderIdOf } from './use-board-focus.ts';

type BoardKeys = {
  /** The orders' ids, in the order of J and K. */
  ids: () => readonly string[];
  orders: readonly Order[];
  at: AtStations;
  /** The open order. */
  opened: string | null;
  open: (orderId: string | null) => void;
  close: () => void;
  moveTo: (orderId: string) => void;
  commands: OrderCommands;
  acting: boolean;
  print: (order: Order) => void;
  onAllDay: () => void;
  onHelp: () => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

/** What Enter leads to in the order that is open: its first control, but for the one that closes it. */
const FIRST_OF_THE_ORDER = 'aside[data-order-id] :is(button:not([data-closes-panel]), input)';

/** The keys that mean one thing, whichever order is chosen. */
const meanings = {
  enter: 'open',
  escape: 'leave',
  a: 'accept',
  r: 'ready',
  c: 'close',
  u: 'undo',
  p: 'print',
  d: 'all-day',
  '/': 'search',
  '?': 'help',
} as const;

/** What a key means on the board. */
export type KeyMeaning =
  | { kind: 'move'; orderId: string }
  | { kind: (typeof meanings)[keyof typeof meanings] };

const hasMeaning = (key: string): key is keyof typeof meanings => Object.hasOwn(meanings, key);

/** The keys of the board: J/K move, 1–9 pick a card, and those of {@link meanings}. */
export function meaningOf(key: string, ids: readonly string[], current: string | null): KeyMeaning | null {
  const at = current === null ? -1 : ids.indexOf(current);
  const pick = (index: number): KeyMeaning | null => {
    const orderId = ids[index];
    return orderId === undefined ? null : { kind: 'move', orderId };
  };
  if (/^[1-9]$/.test(key)) return pick(Number(key) - 1);
  const lower = key.toLowerCase();
  if (lower === 'j') return pick(Math.min(ids.length - 1, at + 1));
  if (lower === 'k') return pick(Math.max(0, at - 1));
  return hasMeaning(lower) ? { kind: meanings[lower] } : null;
}

export function useBoardKeys(keys: BoardKeys): void {
  const {
    ids,
    orders,
    at,
    opened,
    open,
    close,
    moveTo,
    commands,
    acting,
    print,
    onAllDay,
    onHelp,
    searchBox,
  } = keys;
  const undo = useAppSelector(selectUndo);
  function step(target: Order, kind: 'accept' | 'ready' | 'close'): void {
    const here = hereOf(target, at).order;
    if (kind === 'ready') {
      const behind = here.itemStatus.filter(({ status }) => status === 'waiting' || status === 'working');
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

  function act(meaning: KeyMeaning, current: string | null): void {
    const order = orders.find(({ id }) => id === current);
    switch (meaning.kind) {
      case 'move':
        return moveTo(meaning.orderId);
      case 'print':
        if (order) print(order);
        return;
      case 'search':
        return searchBox.current?.focus();
      case 'all-day':
        return onAllDay();
      case 'help':
        return onHelp();
      case 'leave':
        return close();
      case 'open':
        if (current !== opened) return open(current);
        return document.querySelector<HTMLElement>(FIRST_OF_THE_ORDER)?.focus();
      case 'undo':
        if (acting && undo) void commands.undo(undo);
        return;
      default:
        if (acting && order) step(order, meaning.kind);
    }
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    if (isTyping(target) || document.querySelector('dialog[open]:not([data-lets-keys-through])')) return;
    // A key applies to the focused order, otherwise to the open one.
    const current = orderIdOf(target) ?? opened;
    const meaning = meaningOf(key, ids(), current);
    // Enter belongs to the focused button, except on the card of the order that is open already.
    const isOpenCard = current === opened && target.matches('[data-opens-order]');
    if (!meaning || (meaning.kind === 'open' && isControl(target) && !isOpenCard)) return;
    event.preventDefault();
    // A key that is held down moves on, and does nothing else twice.
    if (event.repeat && meaning.kind !== 'move') return;
    act(meaning, current);
  });

  useEffect(function listen() {
    const pressed = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

function isControl(target: HTMLElement): boolean {
  return target.matches('button, a, input, summary');
}

function isTyping(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  // In a list of choices, letters find one.
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}
