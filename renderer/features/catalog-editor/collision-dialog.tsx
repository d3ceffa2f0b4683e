import { useMemo, useState } from 'react';
import { merge, type Side } from '../../catalog-model/merge.ts';
import type { Base } from '../../catalog-saving/editor-state.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useEditing } from './editing.tsx';
import styles from './collision-dialog.module.css';

/** Both versions of what two people changed, side by side; everything else is merged already. */
export function CollisionDialog({ theirs, onLater }: { theirs: Base; onLater: () => void }) {
  const { editor } = useEditing();
  const base = useReady(editor, (state) => state.base);
  const content = useReady(editor, (state) => state.content);
  const { collisions } = useMemo(() => merge(base.content, content, theirs.content), [base, content, theirs]);
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(collisions.map(({ key }) => [key, side])));
  return (
    <Dialog
      wide
      holdsTyping
      title="A colleague changed the same things"
      onClose={onLater}
      actions={
        <>
          <Button onClick={onLater}>Later</Button>
          <Button
            tone="primary"
            disabled={collisions.some(({ key }) => !choices[key])}
            onClick={() => editor.resolve(choices)}
          >
            Save these
          </Button>
        </>
      }
    >
      <p>
        Choose which holds. What only one of you changed is in already, and revision {theirs.revision} stays
        in the history.
      </p>
      <div className={styles.all}>
        <Button onClick={() => chooseAll('mine')}>All of mine</Button>
        <Button onClick={() => chooseAll('theirs')}>All of theirs</Button>
      </div>
      <ul className={styles.list}>
        {collisions.map(({ key, what, mine, theirs: others }) => (
          <li key={key}>
            <fieldset>
              <legend>{what}</legend>
              {(['mine', 'theirs'] as const).map((side) => (
                <Check key={side} tall>
                  <input
                    type="radio"
                    name={key}
                    checked={choices[key] === side}
                    onChange={() => setChoices({ ...choices, [key]: side })}
                  />
                  <span>
                    <span className="row-note">{side === 'mine' ? 'Yours' : 'Your colleague’s'}</span>
                    <br />
                    {side === 'mine' ? mine : others}
                  </span>
                </Check>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
