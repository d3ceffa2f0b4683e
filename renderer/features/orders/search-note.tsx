import { Button } from '../../ui/button.tsx';
import { columnNames, type Columns } from './board-model.ts';
import styles from './search-note.module.css';

type SearchNoteProps = { found: Columns; of: Columns; onShowAll: () => void };

/** Says that a search hides orders, for whoever has forgotten it. */
export function SearchNote({ found, of, onShowAll }: SearchNoteProps) {
  const total = countOf(of);
  return (
    <div className={styles.note}>
      <p className="figures" role="status">
        Showing {countOf(found)} of {total} {total === 1 ? 'order' : 'orders'}
      </p>
      <Button onClick={onShowAll}>Show all</Button>
    </div>
  );
}

const countOf = (columns: Columns) => columnNames.reduce((sum, name) => sum + columns[name].length, 0);
