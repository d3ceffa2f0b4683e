import { removeCategory, removeItem, removeModifier, type Edit } from '../../catalog-model/edits.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useEditing, type Over } from './editing.tsx';

type Removal = Extract<Over, { kind: 'remove' }>;

export function RemoveDialog({ over, onClose }: { over: Removal; onClose: () => void }) {
  const { editor } = useEditing();
  return (
    <Dialog
      role="alertdialog"
      title={`Remove ${over.what}`}
      onClose={onClose}
      cancels
      actions={
        <Button
          tone="danger"
          onClick={() => {
            editor.edit(editOf(over));
            onClose();
          }}
        >
          Delete
        </Button>
      }
    >
      <p>{`Are you sure you want to delete "${over.name}" ${over.what}?`}</p>
    </Dialog>
  );
}

function editOf(over: Removal): Edit {
  if (over.what === 'category') return removeCategory(over.place);
  return over.what === 'item' ? removeItem(over.place) : removeModifier(over.place);
}
