import { useState } from 'react';
import { partsOf, unstatedOf, type MenuPart } from '#shared/catalogs/stated.ts';
import {
  stateAllergens,
  statementFrom,
  statementProblem,
  statementValues,
} from '../../catalog-model/statement-form.ts';
import { useReady } from '../../catalog-saving/editors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useEditing } from './editing.tsx';
import { StatementFields } from './statement-fields.tsx';
import styles from './allergens-dialog.module.css';

const keyOf = ({ itemId, option }: MenuPart) => JSON.stringify([itemId, option?.modifierId, option?.name]);

/** Goes through what is not stated, one item or option after another. */
export function AllergensDialog({ onClose }: { onClose: () => void }) {
  const { editor } = useEditing();
  const { categories } = useReady(editor, ({ content }) => content);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const unstated = unstatedOf(partsOf(categories));
  const next = unstated.find((part) => !seen.has(keyOf(part)));
  const goOn = (part: MenuPart) => setSeen(new Set([...seen, keyOf(part)]));
  if (next)
    return <OnePart key={keyOf(next)} part={next} left={unstated.length} goOn={goOn} onClose={onClose} />;
  return (
    <Dialog title="Allergens" onClose={onClose}>
      <p>
        {unstated.length === 0
          ? 'Allergens are stated for the whole menu.'
          : `That was the last one. ${unstated.length} ${unstated.length === 1 ? 'is' : 'are'} not stated in full.`}
      </p>
    </Dialog>
  );
}

type OnePartProps = { part: MenuPart; left: number; goOn: (part: MenuPart) => void; onClose: () => void };

function OnePart({ part, left, goOn, onClose }: OnePartProps) {
  const { editor } = useEditing();
  /** As it was when it was shown; a colleague may state it meanwhile. */
  const [before] = useState(part.statement);
  const [values, setValues] = useState(statementValues(before));
  const [problem, setProblem] = useState('');
  const name = part.names.at(-1);
  const within = part.names.slice(0, -1).join(' › ');

  function save() {
    const wrong = statementProblem(values);
    setProblem(wrong);
    if (wrong !== '') return;
    if (values.stated !== '')
      editor.editSince(stateAllergens(part, before), stateAllergens(part, statementFrom(values)));
    goOn(part);
  }

  return (
    <Dialog
      title="Allergens"
      holdsTyping
      onClose={onClose}
      actions={
        <>
          <span className={styles.left}>{left} left</span>
          <Button onClick={onClose}>Close</Button>
          <Button onClick={() => goOn(part)}>Skip</Button>
          <Button tone="primary" disabled={values.stated === ''} onClick={save}>
            Save and next
          </Button>
        </>
      }
    >
      <p className={styles.part}>
        <span className="row-note">{within}</span>
        <strong>{name}</strong>
      </p>
      <StatementFields label={`Allergens of ${name}`} values={values} error={problem} onChange={setValues} />
    </Dialog>
  );
}
