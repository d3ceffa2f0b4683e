import type { RunLog } from '../run-log.ts';
import { moneyMovedOnce, ticketsMarked } from './money.ts';
import { acknowledgedOnce, gaplessNumbers, legalTransitions } from './orders.ts';
import { pressesAnswered, rungInTime, screensEqual, silentOnceAnswered } from './screens.ts';
import { cardsOfTaken, takenAgain, takenWhileHeard } from './proof.ts';
import type { Verdict } from './verdict.ts';

/**
 * Every claim about a run, in the order of the table.
 * @param slackMs what a busy machine may add to each time
 */
export function judge(log: RunLog, slackMs: number): Verdict[] {
  return [
    acknowledgedOnce(log),
    gaplessNumbers(log),
    legalTransitions(log),
    screensEqual(log, slackMs),
    rungInTime(log, slackMs),
    silentOnceAnswered(log, slackMs),
    moneyMovedOnce(log),
    ticketsMarked(log),
    pressesAnswered(log, slackMs),
    takenWhileHeard(log, slackMs),
    cardsOfTaken(log),
    takenAgain(log, slackMs),
  ];
}
