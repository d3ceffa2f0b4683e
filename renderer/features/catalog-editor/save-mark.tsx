import { Check, CloudOff, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { assertNever } from '#shared/base/assert-never.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useEditing } from './editing.tsx';
import { useReady } from '../../catalog-saving/editors.ts';
import styles from './save-mark.module.css';

/** The state of saving, unobtrusive unless the person must act. */
export function SaveMark() {
  const { editor } = useEditing();
  const saving = useReady(editor, (state) => state.saving);
  const persisted = useReady(editor, (state) => state.persisted);
  const toast = useToast();
  useEffect(
    function tellRefusal() {
      if (saving.kind === 'refused') toast('error', saving.message);
    },
    [saving, toast],
  );
  switch (saving.kind) {
    case 'saved':
      return (
        <p className={`${styles.mark} ${styles.saved}`} data-save-mark>
          <Check aria-hidden="true" /> Saved
        </p>
      );
    case 'saving':
      return (
        <p className={styles.mark} data-save-mark>
          <RefreshCw aria-hidden="true" /> Saving
        </p>
      );
    case 'offline':
      return (
        <p className={`${styles.mark} ${styles.offline}`} data-save-mark role="status">
          <CloudOff aria-hidden="true" /> {persisted ? 'Offline, kept here' : 'Offline'}
        </p>
      );
    case 'refused':
      return (
        <p className={`${styles.mark} ${styles.stuck}`} data-save-mark role="status">
          <TriangleAlert aria-hidden="true" /> {persisted ? 'Not saved, kept here' : 'Not saved'}
        </p>
      );
    case 'collided':
      return (
        <p className={`${styles.mark} ${styles.stuck}`} data-save-mark role="status">
          <TriangleAlert aria-hidden="true" /> Changed by a colleague too
        </p>
      );
    default:
      return assertNever(saving);
  }
}
