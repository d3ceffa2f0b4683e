import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { UNKNOWN } from '#shared/base/unknown.ts';
import { v4 as newKey } from 'uuid';
import { useAddCatalogMutation } from '../../api/api-slice.ts';
import { failureOf, wasDoneOtherwise, type Failure } from '../../api/failure.ts';
import type { ListedCatalog } from '../../api/read-catalog.ts';
import { useServices } from '../../state/hooks.ts';
import { isUnanswered } from '../../state/until-answered.ts';
import { contentOf, itemsOf } from '../../catalog-model/content.ts';
import { nameOfCopy } from '../../catalog-model/copy-name.ts';
import { loadCatalog } from '../../catalog-saving/load-catalog.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { Row, RowActions } from '../../ui/row.tsx';

export function CatalogRow({ catalog, onRemove }: { catalog: ListedCatalog; onRemove: () => void }) {
  const { id, name, categories, itemCount } = catalog;
  const { client } = useServices();
  const [add] = useAddCatalogMutation();
  const [copying, setCopying] = useState(false);
  const toast = useToast();
  /** Used again until it is answered, so that a press whose answer was lost makes no second copy. */
  const key = useRef<string | null>(null);

  async function duplicate() {
    setCopying(true);
    key.current ??= newKey();
    try {
      // The list may be older than a colleague's change, or leave out what is on the menu.
      const whole = await loadCatalog(client, id);
      const copy = { ...contentOf(whole), name: nameOfCopy(whole.name) };
      const added = await add({ body: copy, idempotencyKey: key.current }).unwrap();
      key.current = null;
      // Some servers take only a name.
      if (itemsOf(added ?? { categories: [] }).length === itemsOf(copy).length)
        toast('success', `${copy.name} was added.`);
      else toast('warning', `${copy.name} was added, but this server left it empty.`);
    } catch (error) {
      // The store's errors are failures already.
      const failure = error instanceof Error ? failureOf(error) : (error as Failure);
      if (!isUnanswered(failure)) key.current = null;
      if (wasDoneOtherwise(failure)) toast('warning', 'The first press has copied the menu as it was then.');
      else toast('error', failure.message);
    }
    setCopying(false);
  }

  return (
    <Row>
      <div>
        <h2 className="row-title">{name}</h2>
        <p className="row-note">
          {countOf(categories?.length, 'category', 'categories')}, {countOf(itemCount, 'item', 'items')}
        </p>
      </div>
      <RowActions>
        <Link className={buttonClass('secondary')} to={`/catalogs/${id}/edit/`} aria-label={`Edit ${name}`}>
          <Pencil aria-hidden="true" /> Edit
        </Link>
        <Button aria-label={`Duplicate ${name}`} busy={copying} onClick={() => void duplicate()}>
          <Copy aria-hidden="true" /> Duplicate
        </Button>
        <Button tone="danger" aria-label={`Delete ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" /> Delete
        </Button>
      </RowActions>
    </Row>
  );
}

/** `1 item`, `7 items`, `– items`. */
function countOf(count: number | null | undefined, one: string, many: string): string {
  return `${count ?? UNKNOWN} ${count === 1 ? one : many}`;
}
