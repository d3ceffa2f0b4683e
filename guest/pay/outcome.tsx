import type { PayState } from './use-paying.ts';

type OutcomeProps = {
  state: PayState;
  /** Why nothing can be ordered now. */
  refusal: string | null;
  /** What is wrong with the basket as a whole. */
  problem: string | null;
};

/** What became of the payment, in words. */
export function Outcome({ state, refusal, problem }: OutcomeProps) {
  const failed = state.kind === 'failed' ? state.message : (refusal ?? problem);
  return (
    <div aria-live="assertive">
      {waitingWords(state) !== null && <p class="status status-waiting">{waitingWords(state)}</p>}
      {waitingWords(state) === null && failed !== null && <p class="status status-closed">{failed}</p>}
    </div>
  );
}

function waitingWords({ kind }: PayState): string | null {
  if (kind === 'unknown')
    return 'No answer yet, so it is not known whether your order arrived. We are finding out. You will be charged once at most.';
  return kind === 'finding-out' ? 'Finding out what became of your order…' : null;
}
