import { Download, History, Pencil, Smartphone, Upload } from 'lucide-react';
import { useAppSelector } from '../../state/hooks.ts';
import { catalogCsv } from '../../catalog-csv/write-csv.ts';
import { catalogForm } from '../../catalog-model/forms.ts';
import { Button } from '../../ui/button.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useEditing } from './editing.tsx';
import { useReady } from '../../catalog-saving/editors.ts';
import { SaveMark } from './save-mark.tsx';
import styles from './editor-header.module.css';

export function EditorHeader() {
  const { editor, show } = useEditing();
  const content = useReady(editor, (state) => state.content);
  const revision = useReady(editor, (state) => state.base.revision);
  const companyName = useAppSelector(({ session }) =>
    session.status === 'signed-in' ? session.account.companyName : '',
  );
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <p className="row-note">{companyName}</p>
        <div className={styles.nameLine}>
          <MainHeading>{content.name}</MainHeading>
          <Button
            tone="quiet"
            aria-label="Edit catalog name"
            onClick={() => editor.setForm(catalogForm(content))}
          >
            <Pencil aria-hidden="true" />
          </Button>
          {/* The editor's own version, as the specification has it; what changes is the catalog's revision. */}
          <span className={styles.version}>v1.0.0</span>
          {revision > 0 && <span className="row-note figures">Revision {revision}</span>}
        </div>
      </div>
      <SaveMark />
      <div className={styles.actions}>
        <Button className={styles.preview} onClick={() => show({ kind: 'preview' })}>
          <Smartphone aria-hidden="true" />
          <span className={styles.text}>Preview</span>
        </Button>
        <Button onClick={() => show({ kind: 'history' })}>
          <History aria-hidden="true" />
          <span className={styles.text}>History</span>
        </Button>
        <Button onClick={() => show({ kind: 'import' })}>
          <Upload aria-hidden="true" />
          <span className={styles.text}>Import</span>
        </Button>
        <Button
          onClick={() => saveFile(`${content.name}.csv`, catalogCsv(content), 'text/csv;charset=utf-8')}
        >
          <Download aria-hidden="true" />
          <span className={styles.text}>Export</span>
        </Button>
      </div>
    </header>
  );
}
