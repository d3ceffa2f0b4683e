import { Copy, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Catalog } from '#shared/api/catalogs.ts';
import { failureMessage, useAddCatalogMutation } from '../../api/api-slice.ts';
import { contentOf, countText, itemsOf } from '../../catalog-model/content.ts';
import { nameOfCopy } from '../../catalog-model/copy-name.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function CatalogRow({ catalog, onRemove }: { catalog: Catalog; onRemove: () => void }) {
  const { id, name, categories } = catalog;
  const [add, { isLoading }] = useAddCatalogMutation();
  const toast = useToast();

  async function duplicate() {
    const copy = { ...contentOf(catalog), name: nameOfCopy(name) };
    const { data, error } = await add(copy);
    const failed = failureMessage(error);
    if (failed !== null) return toast('error', failed);
    // A server of nothing but the call table takes a name alone.
    return itemsOf(data ?? { categories: [] }).length === itemsOf(catalog).length
      ? toast('success', `${copy.name} was added.`)
      : toast('warning', `${copy.name} was added, but this server left it empty.`);
  }

  return (
    <li className="row">
      <div>
        <h2 className="row-title">{name}</h2>
        <p className="row-note">
          {categories.length === 1 ? '1 category' : `${categories.length} categories`},{' '}
          {countText(itemsOf(catalog).length, 'item')}
        </p>
      </div>
      <div className="row-actions">
        <Link className={buttonClass('secondary')} to={`/catalogs/${id}/edit/`} aria-label={`Edit ${name}`}>
          <Pencil aria-hidden="true" /> Edit
        </Link>
        <Button aria-label={`Duplicate ${name}`} busy={isLoading} onClick={() => void duplicate()}>
          <Copy aria-hidden="true" /> Duplicate
        </Button>
        <Button tone="danger" aria-label={`Delete ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" /> Delete
        </Button>
      </div>
    </li>
  );
}
