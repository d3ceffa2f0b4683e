import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { canTake } from '#shared/orders/machine.ts';
import { canBePromised, PROMISE_STEP_MS } from '#shared/orders/promises.ts';
import { useAppSelector } from '../state/hooks.ts';
import { outletQuery } from '../state/queries.ts';
import { Button } from '../ui/button.tsx';
import { formatTime } from '../ui/times.ts';
import { numberOf } from './place-of.ts';
import { readyChoices } from './ready-choices.ts';
import { useReadyEstimatesQuery } from './ready-time-api.ts';
import styles from './ready-time.module.css';
import { ticker } from './ticker.ts';
import { useIsBusy, useOrderCommands } from './use-order-commands.ts';
import { useZone } from './use-zone.ts';

/** The board changes meanwhile, and with it what can be promised. */
const ESTIMATED_EVERY_MS = 15_000;
/** So long before the promised minute a person is asked whether it will be later. */
const ASKED_BEFORE_MS = 2 * 60_000;

/** The last promise of an order that is being made or was; null if there is none. */
function promiseOf({ status, promises }: Order): string | null {
  return status === 'deliver_pending' ? null : (promises?.at(-1)?.readyBy ?? null);
}

/** What accepting the order promises: estimated by the server, and moved by a person; null until it is known. */
function useReadyChoice({ id, outletId }: Order): string | null {
  const { data, refetch } = useReadyEstimatesQuery(outletId, { pollingInterval: ESTIMATED_EVERY_MS });
  const moved = useSyncExternalStore(readyChoices.onChanged, () => readyChoices.movedBy(id));
  const estimate = data?.estimates.find(({ orderId }) => orderId === id)?.readyBy;
  const isMissing = data !== undefined && estimate === undefined;
  useEffect(
    function askForNewOrder() {
      if (isMissing) void refetch();
    },
    [isMissing, refetch],
  );
  const readyBy = estimate
    ? new Date(Math.max(Date.parse(estimate) + moved, ticker.now())).toISOString()
    : null;
  useEffect(
    function rememberWhatIsShown() {
      return readyBy === null ? undefined : readyChoices.show(id, readyBy);
    },
    [id, readyBy],
  );
  return readyBy;
}

/** Beside Accept: the time that it promises, changed by one press. Nothing at an outlet that promises none. */
export function ReadyChoice({ order }: { order: Order }) {
  // Whatever shows orders to act on has loaded their outlet.
  const promises = useAppSelector(
    (state) => outletQuery(order.outletId)(state).data?.promisesReadyTime === true,
  );
  const isAsked = promises && order.status === 'deliver_pending' && !order.isTest;
  return isAsked ? <Choice order={order} /> : null;
}

function Choice({ order }: { order: Order }) {
  const readyBy = useReadyChoice(order);
  const zone = useZone(order.outletId);
  if (readyBy === null) return null;
  const move = (ms: number) => () => readyChoices.move(order.id, ms);
  return (
    <Steps
      order={order}
      onEarlier={canMove(readyBy, -PROMISE_STEP_MS) ? move(-PROMISE_STEP_MS) : null}
      onLater={canMove(readyBy, PROMISE_STEP_MS) ? move(PROMISE_STEP_MS) : null}
    >
      ready {formatTime(readyBy, zone)}
    </Steps>
  );
}

const canMove = (readyBy: string, ms: number) => canBePromised(Date.parse(readyBy) + ms, ticker.now());

type StepsProps = {
  order: Order;
  children: React.ReactNode;
  busy?: boolean;
  onEarlier: (() => void) | null;
  onLater: (() => void) | null;
};

function Steps({ order, children, busy = false, onEarlier, onLater }: StepsProps) {
  return (
    <span className={styles.steps} role="group" aria-label={`Ready time of order ${numberOf(order)}`}>
      <Button
        aria-label="5 minutes earlier"
        disabled={!onEarlier}
        busy={busy}
        onClick={onEarlier ?? undefined}
      >
        −5
      </Button>
      <span className={`${styles.time} figures`}>{children}</span>
      <Button aria-label="5 minutes later" disabled={!onLater} busy={busy} onClick={onLater ?? undefined}>
        +5
      </Button>
    </span>
  );
}

/** `· ready 19:42` of an accepted order; nothing where nothing was promised. */
export function ReadyMark({ order }: { order: Order }) {
  const readyBy = promiseOf(order);
  return readyBy === null || order.endedAt !== null ? null : <Mark order={order} readyBy={readyBy} />;
}

function Mark({ order, readyBy }: { order: Order; readyBy: string }) {
  const zone = useZone(order.outletId);
  const isLate = useIsRunningOut(order, readyBy);
  return (
    <span className={`${styles.mark} figures`} data-late={isLate || undefined}>
      · ready {formatTime(readyBy, zone)}
    </span>
  );
}

/** Asks before the promised minute passes; one press tells the guest that it will be five minutes later. */
export function DelayButton({ order }: { order: Order }) {
  const readyBy = promiseOf(order);
  return readyBy === null ? null : <Delay order={order} readyBy={readyBy} />;
}

function Delay({ order, readyBy }: { order: Order; readyBy: string }) {
  const commands = useOrderCommands();
  const busy = useIsBusy(order.id);
  const isRunningOut = useIsRunningOut(order, readyBy);
  if (!isRunningOut) return null;
  return (
    <Button
      busy={busy}
      aria-label={`Order ${numberOf(order)} will be ready 5 minutes later`}
      onClick={() => void commands.moveReadyTime(order, later(readyBy, PROMISE_STEP_MS))}
    >
      +5 min
    </Button>
  );
}

/** In the order's details: what accepting promises, or what was promised and how it was moved. */
export function ReadyTime({ order, acting }: { order: Order; acting: boolean }) {
  const readyBy = promiseOf(order);
  if (readyBy !== null) return <Promised {...{ order, readyBy, acting }} />;
  return acting ? <ReadyChoice order={order} /> : null;
}

function Promised({ order, readyBy, acting }: { order: Order; readyBy: string; acting: boolean }) {
  const commands = useOrderCommands();
  const busy = useIsBusy(order.id);
  const zone = useZone(order.outletId);
  const first = order.promises?.[0]?.readyBy ?? readyBy;
  const words = `ready ${formatTime(readyBy, zone)}${first === readyBy ? '' : ` (first ${formatTime(first, zone)})`}`;
  if (!acting || !canTake(order, 'moveReadyTime')) return <p className={`${styles.time} figures`}>{words}</p>;
  const move = (ms: number) =>
    canMove(readyBy, ms) ? () => void commands.moveReadyTime(order, later(readyBy, ms)) : null;
  return (
    <Steps order={order} busy={busy} onEarlier={move(-PROMISE_STEP_MS)} onLater={move(PROMISE_STEP_MS)}>
      {words}
    </Steps>
  );
}

const later = (readyBy: string, ms: number) => new Date(Date.parse(readyBy) + ms).toISOString();

/** Whether the promised minute of an order that is still being made is near, or over. */
function useIsRunningOut(order: Order, readyBy: string): boolean {
  const askAt = canTake(order, 'moveReadyTime') ? Date.parse(readyBy) - ASKED_BEFORE_MS : null;
  const [reached, setReached] = useState<number | null>(null);
  const isNow = askAt !== null && ticker.now() >= askAt;
  useEffect(
    function waitForTheMinute() {
      if (askAt === null || isNow) return;
      const timer = setTimeout(() => setReached(askAt), askAt - ticker.now());
      return () => clearTimeout(timer);
    },
    [askAt, isNow],
  );
  return isNow || (askAt !== null && reached === askAt);
}
