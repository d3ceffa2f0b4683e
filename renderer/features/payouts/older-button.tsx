import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RowActions } from '../../ui/row.tsx';

export type OlderButtonProps = {
  children: string;
  /** Loads older ones; null if there are none. */
  older: (() => void) | null;
  busy: boolean;
  /** Why they could not be loaded. */
  problem: string | null;
};

/** At the end of a list: loads what is older. */
export function OlderButton({ children, older, busy, problem }: OlderButtonProps) {
  return (
    <>
      {problem !== null && <Problem role="alert">{problem}</Problem>}
      {older && (
        <RowActions>
          <Button busy={busy} onClick={older}>
            {children}
          </Button>
        </RowActions>
      )}
    </>
  );
}
