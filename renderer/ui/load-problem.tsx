import { Button } from './button.tsx';
import { Problem } from './problem.tsx';
import { RowActions } from './row.tsx';

/** What went wrong with the load of a part of a page, and what to press; below the part's own heading. */
export function LoadProblem({
  message,
  busy,
  onReload,
}: {
  message: string;
  busy: boolean;
  onReload: () => void;
}) {
  return (
    <>
      <Problem role="alert">{message}</Problem>
      <RowActions>
        <Button busy={busy} onClick={onReload}>
          Reload
        </Button>
      </RowActions>
    </>
  );
}
