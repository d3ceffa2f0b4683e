import type { PayState } from './use-paying.ts';

type OutcomeProps = {
  state: PayState;
  /** Why nothing can be ordered now. */
  refusal: string | null;
  /** Why the basket cannot be ordered. */
  problem: string | null;
};

/** What became of the payment, in words, and why there can be none now. */
export function Outcome({ state, refusal, problem }: OutcomeProps) {
  const waiting = waitingWords(state);
  if (waiting !== null)
    return (
      <div aria-live="assertive">
        <p class="status status-waiting">{waiting}</p>
      </div>
    );
  const failed = failedWords(state);
  // Why the server took no such order is that problem, in its own words.
  const isTold = state.kind === 'failed' && state.refused === true;
  const cannot = refusal ?? (isTold ? null : problem);
  return (
    <div aria-live="assertive">
      {failed !== null && <p class="status status-closed">{failed}</p>}
      {cannot !== null && <p class="status status-closed">{cannot}</p>}
    </div>
  );
}

const EMPTIED = 'Your basket was from earlier, and is empty now. Nothing was ordered.';
const FORGOTTEN =
  'Your earlier order is so long ago that this page cannot find out what became of it. Your bank’s statement shows whether it was paid.';

function failedWords(state: PayState): string | null {
  if (state.kind === 'forgotten') return FORGOTTEN;
  if (state.kind === 'emptied') return EMPTIED;
  return state.kind === 'failed' ? state.message : null;
}

function waitingWords({ kind }: PayState): string | null {
  if (kind === 'unknown')
    return 'No answer yet, so it is not known whether your order arrived. We are finding out. You will be charged once at most.';
  return kind === 'finding-out' ? 'Finding out what became of your order…' : null;
}
