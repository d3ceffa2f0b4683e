import { useState } from 'react';
import type { Category } from '#shared/api/catalogs.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { PortionsOfOutlets } from '../../sold-out/portions-of-outlets.tsx';
import { SoldOutDialog } from '../../sold-out/sold-out-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AllergensDialog } from './allergens-dialog.tsx';
import { CollisionDialog } from './collision-dialog.tsx';
import { useEditing, type Over } from './editing.tsx';
import { FormDialog } from './form-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { LeftWorkDialog } from './left-work-dialog.tsx';
import { PhonePreview } from './phone-preview.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import styles from './over-editor.module.css';

type OverEditorProps = {
  over: Over | null;
  catalogId: string;
  category: Category | null;
  onClose: () => void;
};

/** The dialog above the editor: the open form first, then what was requested, then collisions. */
export function OverEditor({ over, catalogId, category, onClose }: OverEditorProps) {
  const { editor, clocks } = useEditing();
  const form = useReady(editor, (state) => state.form);
  const soldOut = useReady(editor, (state) => state.soldOut);
  const saving = useReady(editor, (state) => state.saving);
  const theirs = saving.kind === 'collided' ? saving.theirs : null;
  const left = useReady(editor, (state) => state.left);
  const asked = theirs ?? left;
  const [later, setLater] = useState<typeof asked>(null);
  if (form) return <FormDialog form={form} />;
  switch (over?.kind) {
    case 'remove':
      return <RemoveDialog over={over} onClose={onClose} />;
    case 'sold-out':
      return (
        <SoldOutDialog
          key={clocks.zone}
          item={over.item}
          soldOut={soldOut}
          clocks={clocks}
          portions={<PortionsOfOutlets catalogId={catalogId} item={over.item} />}
          mark={(place, until) => editor.markSoldOut(place, until)}
          onClose={onClose}
        />
      );
    case 'history':
      return <HistoryDialog catalogId={catalogId} onClose={onClose} />;
    case 'allergens':
      return <AllergensDialog onClose={onClose} />;
    case 'import':
      return <ImportDialog onClose={onClose} />;
    case 'preview':
      return (
        <Dialog
          title="On the customer’s phone"
          onClose={onClose}
          actions={<Button onClick={onClose}>Close</Button>}
        >
          <PhonePreview catalogId={catalogId} category={category} />
        </Dialog>
      );
    default:
  }
  if (!asked) return null;
  if (asked === later)
    return (
      <div className={styles.band} role="status">
        {theirs
          ? 'A colleague changed the same things. Yours are kept here and not saved yet.'
          : 'Changes that were made earlier are kept here and not saved.'}
        <Button onClick={() => setLater(null)}>{theirs ? 'Choose' : 'Look at them'}</Button>
      </div>
    );
  if (theirs) return <CollisionDialog theirs={theirs} onLater={() => setLater(theirs)} />;
  return left && <LeftWorkDialog left={left} onLater={() => setLater(left)} />;
}
