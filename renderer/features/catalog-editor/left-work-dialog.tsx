import { useMemo } from 'react';
import { countText } from '../../catalog-model/content.ts';
import type { Draft } from '../../catalog-saving/drafts.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { differencesOf } from '../../catalog-saving/left-work.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatWhen } from '../../ui/times.ts';
import { DifferenceList } from './difference-list.tsx';
import { useEditing } from './editing.tsx';

/** Asks whether work that was left unsaved long ago is to be saved now. */
export function LeftWorkDialog({ left, onLater }: { left: Draft; onLater: () => void }) {
  const { editor } = useEditing();
  const content = useReady(editor, (state) => state.content);
  const differences = useMemo(() => differencesOf(left, { content }), [left, content]);
  const when = left.at === undefined ? 'earlier' : `on ${formatWhen(new Date(left.at).toISOString())}`;
  return (
    <Dialog
      wide
      holdsTyping
      title="Changes that were not saved"
      onClose={onLater}
      actions={
        <>
          <Button onClick={onLater}>Later</Button>
          <Button onClick={() => editor.answerLeft('discard')}>Discard</Button>
          <Button tone="primary" onClick={() => editor.answerLeft('save')}>
            Save these
          </Button>
        </>
      }
    >
      <p>
        They were made here {when}, and are not on the menu. Saving them makes{' '}
        {countText(differences.length, 'change')} to the menu as it is now.
      </p>
      <DifferenceList differences={differences} />
    </Dialog>
  );
}
