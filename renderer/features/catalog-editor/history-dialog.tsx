import { useMemo, useState } from 'react';
import { failureMessage, useCatalogRevisionQuery, useCatalogRevisionsQuery } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { contentOf, countText } from '../../catalog-model/content.ts';
import { differencesBetween } from '../../catalog-model/differences.ts';
import { isDirty } from '../../catalog-saving/editor-state.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import spreadStyles from '../../ui/spread.module.css';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { formatWhen } from '../../ui/times.ts';
import { DifferenceList } from './difference-list.tsx';
import { useEditing } from './editing.tsx';
import styles from './history-dialog.module.css';

type HistoryDialogProps = { catalogId: string; onClose: () => void };

/** A catalog's past revisions, each compared with the current menu, and a way to restore it. */
export function HistoryDialog({ catalogId, onClose }: HistoryDialogProps) {
  const { editor } = useEditing();
  // What is not saved yet, or was refused, is no revision: the one before it can be restored.
  const current = useReady(editor, (state) => (isDirty(state) ? null : state.base.revision));
  const [chosen, setChosen] = useState<number | null>(null);
  if (chosen !== null)
    return (
      <ComparisonDialog
        catalogId={catalogId}
        revision={chosen}
        onBack={() => setChosen(null)}
        onClose={onClose}
      />
    );
  return (
    <Dialog wide title="History" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <Revisions catalogId={catalogId} current={current} onChoose={setChosen} />
    </Dialog>
  );
}

type RevisionsProps = { catalogId: string; current: number | null; onChoose: (revision: number) => void };

function Revisions({ catalogId, current, onChoose }: RevisionsProps) {
  /** The requested pages, each by the revision that it precedes. */
  const [pages, setPages] = useState<(number | undefined)[]>([undefined]);
  return (
    <ul className={styles.list}>
      {pages.map((before, index) => (
        <RevisionsPage
          key={before ?? 0}
          catalogId={catalogId}
          before={before}
          current={current}
          onChoose={onChoose}
          onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </ul>
  );
}

type RevisionsPageProps = RevisionsProps & {
  before: number | undefined;
  onMore: ((before: number) => void) | null;
};

function RevisionsPage({ catalogId, before, current, onChoose, onMore }: RevisionsPageProps) {
  const asked = { catalogId, ...(before !== undefined && { before }) };
  const { data, error, refetch } = useCatalogRevisionsQuery(asked, { refetchOnMountOrArgChange: true });
  const failure = failureMessage(error);
  if ((error as Failure | undefined)?.status === 404) return <p>This server keeps no history of a menu.</p>;
  if (failure) return <ErrorView heading="h3" message={failure} onReload={() => void refetch()} />;
  if (!data) return <Loader title="Loading the history" />;
  const oldest = data.at(-1)?.revision ?? 1;
  return (
    <>
      {data.map(({ revision, name, createdAt }) => (
        <li key={revision} className={`${spreadStyles.spread} ${spreadStyles.close} ${styles.revision}`}>
          <span>
            <strong>Revision {revision}</strong> {formatWhen(createdAt)}
            <span className="row-note"> {name}</span>
          </span>
          {revision === current ? (
            <span className="row-note">As it is now</span>
          ) : (
            <Button onClick={() => onChoose(revision)} aria-label={`Compare revision ${revision}`}>
              Compare
            </Button>
          )}
        </li>
      ))}
      {onMore && oldest > 1 && (
        <li>
          <Button onClick={() => onMore(oldest)}>Older</Button>
        </li>
      )}
    </>
  );
}

type ComparisonProps = { catalogId: string; revision: number; onBack: () => void; onClose: () => void };

function ComparisonDialog({ catalogId, revision, onBack, onClose }: ComparisonProps) {
  const { editor } = useEditing();
  const content = useReady(editor, (state) => state.content);
  const { data, error, refetch } = useCatalogRevisionQuery({ catalogId, revision });
  const differences = useMemo(
    () => (data ? differencesBetween(content, contentOf(data)) : []),
    [content, data],
  );
  const failure = failureMessage(error);
  return (
    <Dialog
      wide
      title={`Revision ${revision}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>Back to the list</Button>
          <Button
            tone="primary"
            disabled={!data || differences.length === 0}
            onClick={() => {
              if (data) editor.edit(() => contentOf(data));
              onClose();
            }}
          >
            Restore revision {revision}
          </Button>
        </>
      }
    >
      {failure && <ErrorView heading="h3" message={failure} onReload={() => void refetch()} />}
      {!failure && !data && <Loader title="Loading the revision" />}
      {data && (
        <p>
          {differences.length === 0
            ? 'The menu is as it was then.'
            : `Going back makes ${countText(differences.length, 'change')}. What is there now stays in the history.`}
        </p>
      )}
      {differences.length > 0 && <DifferenceList differences={differences} />}
    </Dialog>
  );
}
