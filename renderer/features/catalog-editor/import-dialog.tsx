import { useMemo, useRef, useState } from 'react';
import { imported, importProblems } from '../../catalog-csv/import-menu.ts';
import { menuOf, type SheetMenu } from '../../catalog-csv/read-menu.ts';
import { readSheet } from '../../catalog-csv/read-rows.ts';
import { countText } from '../../catalog-model/content.ts';
import { differencesBetween } from '../../catalog-model/differences.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { DifferenceList } from './difference-list.tsx';
import { useEditing } from './editing.tsx';
import { Check } from '../../ui/check.tsx';
import styles from './import-dialog.module.css';

/** Reads a spreadsheet's menu and shows what would change, before it changes anything. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { editor } = useEditing();
  const content = useReady(editor, (state) => state.content);
  const [progress, setProgress] = useState<number | null>(null);
  const [menu, setMenu] = useState<SheetMenu | null>(null);
  const [onlyTheFile, setOnlyTheFile] = useState(false);
  const newest = useRef<File | null>(null);
  const toast = useToast();
  const problems = useMemo(() => (menu ? importProblems(content, menu) : []), [content, menu]);
  const after = useMemo(
    () => (menu && problems.length === 0 ? imported(content, menu, onlyTheFile) : null),
    [content, menu, onlyTheFile, problems],
  );
  const differences = useMemo(() => (after ? differencesBetween(content, after) : []), [content, after]);

  async function read(file: File | undefined) {
    if (!file) return;
    // Another may be chosen while a large one is read.
    newest.current = file;
    const isNewest = () => newest.current === file;
    setMenu(null);
    setProgress(0);
    const found = await readSheet(file, (done) => isNewest() && setProgress(done))
      .then(menuOf)
      .catch(() => null);
    if (!isNewest()) return;
    setProgress(null);
    if (found) setMenu(found);
    else toast('error', 'This file cannot be read.');
  }

  return (
    <Dialog
      wide
      holdsTyping
      title="Import a menu"
      onClose={onClose}
      cancels
      actions={
        <Button
          tone="primary"
          disabled={!after || differences.length === 0}
          onClick={() => {
            if (after) editor.edit(() => after);
            onClose();
          }}
        >
          {differences.length > 0 ? `Import ${countText(differences.length, 'change')}` : 'Import'}
        </Button>
      }
    >
      <p>
        A CSV file, as spreadsheets save it. Its first row names the columns: Category, Item and Price, and
        where you like Note, Allergens, VAT, Modifier, Requirement, Modifier notes, Option and Option price.
      </p>
      <label className={styles.file}>
        <span>Choose a file</span>
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          onClick={({ currentTarget }) => {
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
          onChange={({ target }) => void read(target.files?.[0])}
        />
      </label>
      {progress !== null && (
        <progress className={styles.progress} aria-label="Reading the file" max={1} value={progress} />
      )}
      {problems.length > 0 && <Problems problems={problems} />}
      {after && (
        <>
          <Check>
            <input
              type="checkbox"
              checked={onlyTheFile}
              onChange={({ target }) => setOnlyTheFile(target.checked)}
            />
            Remove what the file does not name, and take its order
          </Check>
          <p role="status">
            {differences.length === 0
              ? 'This file changes nothing: the menu says the same already.'
              : `Nothing has changed yet. The file would make ${countText(differences.length, 'change')}:`}
          </p>
          {differences.length > 0 && <DifferenceList differences={differences} />}
        </>
      )}
    </Dialog>
  );
}

const MOST_SHOWN = 20;

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <div role="alert" className={styles.problems}>
      <p>Nothing is imported until this is put right:</p>
      <ul>
        {problems.slice(0, MOST_SHOWN).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {problems.length > MOST_SHOWN && <li>and {problems.length - MOST_SHOWN} more</li>}
      </ul>
    </div>
  );
}
