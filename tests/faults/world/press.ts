import type { Page } from 'playwright';
import type { Press, Span } from '../run-log.ts';
import { until } from '../until.ts';
import type { Heard } from './ear.ts';

/** Within this the page tells that its button was pressed, in ms. */
const GOT_WITHIN_MS = 2_000;

export type PressedOrder = { id: string; orderNumber: number };

/**
 * Presses a button on an order's card; null if there is none to press, or if it moved away under the press, as where
 * a band appears above it.
 */
export async function press(
  page: Page,
  screen: string,
  { id, orderNumber }: PressedOrder,
  label: string,
  heard: readonly Heard[],
): Promise<Press | null> {
  const name = `${label} order ${orderNumber}`;
  const button = page
    .locator(`article[data-order-number="${orderNumber}"]`)
    .getByRole('button', { name, exact: true });
  // On a busy machine its effect may show before the click is reported as done.
  const at = Date.now();
  try {
    await button.click({ timeout: 1_000 });
  } catch {
    return null;
  }
  const got = (what: Heard) => what.kind === 'click' && what.label === name && what.at >= at;
  const pressed = await until(() => heard.some(got), GOT_WITHIN_MS);
  return pressed ? { screen, orderId: id, orderNumber, at, settledAt: null } : null;
}

/**
 * Waits until the screen shows what came of a press, or says a word of that order.
 * @param frozen while the screen's process was stopped, which is no part of `withinMs`: nobody could read it
 */
export async function settle(
  heard: readonly Heard[],
  presses: Press[],
  entry: Press,
  withinMs: number,
  frozen: readonly Span[],
): Promise<void> {
  const mentions = new RegExp(`(?:[Oo]rder |#)${entry.orderNumber}\\b`);
  const answers = (what: Heard) =>
    // It may have been answered before the screen could paint so.
    (what.kind === 'left' && what.orderId === entry.orderId) ||
    (what.at >= entry.at && what.kind === 'closed') ||
    (what.at >= entry.at && what.kind === 'word' && mentions.test(what.text));
  const frozenUntil = (end: number) =>
    frozen.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, entry.at)), 0);
  const isOver = () => Date.now() - entry.at - frozenUntil(Date.now()) > withinMs;
  await until(() => isOver() || heard.some(answers), Infinity);
  const answer = heard.find(answers);
  // Nobody was before a tab that was closed meanwhile; what came of the order shows when it is open again.
  if (answer?.kind === 'closed') presses.splice(presses.indexOf(entry), 1);
  entry.settledAt = answer ? Math.max(answer.at, entry.at) : null;
  entry.frozenMs = frozenUntil(entry.settledAt ?? Date.now());
}
