import { useMemo, useState } from 'react';
import { DragDropContext, type DropResult } from 'react-beautiful-dnd';
import { useParams, useSearchParams } from 'react-router';
import { useOutletsQuery } from '../../api/api-slice.ts';
import { moveCategory, moveItem, moveModifier } from '../../catalog-model/edits.ts';
import { findCategory, findItem } from '../../catalog-model/content.ts';
import type { CatalogEditor } from '../../catalog-saving/catalog-editor.ts';
import { useCatalogEditor, useEditorState, useReady } from '../../catalog-saving/editors.ts';
import { clocksOfMenu } from '../../sold-out/sold-out-text.ts';
import { pageNonce } from '../../ui/page-nonce.ts';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { CategoryList } from './category-list.tsx';
import { EditingContext, type Over } from './editing.tsx';
import { EditorHeader } from './editor-header.tsx';
import { ItemList } from './item-list.tsx';
import { OverEditor } from './over-editor.tsx';
import { PhonePreview } from './phone-preview.tsx';
import styles from './editor-screen.module.css';

/** The catalog editor: its categories, the items of the chosen one, and a customer's view of them. */
export function CatalogEditorScreen() {
  const { catalogId = '' } = useParams();
  return <OpenedCatalog key={catalogId} catalogId={catalogId} />;
}

function OpenedCatalog({ catalogId }: { catalogId: string }) {
  const editor = useCatalogEditor(catalogId);
  const status = useEditorState(editor, (state) => state.status);
  const failure = useEditorState(editor, (state) => (state.status === 'failed' ? state.message : ''));
  if (status === 'loading') return <Loader title="Loading the catalog" />;
  if (status === 'failed') return <ErrorView message={failure} onReload={() => void editor.open()} />;
  return <Editor editor={editor} catalogId={catalogId} />;
}

function Editor({ editor, catalogId }: { editor: CatalogEditor; catalogId: string }) {
  const [over, setOver] = useState<Over | null>(null);
  const { data: outlets = [] } = useOutletsQuery();
  const { zone, isNamed } = clocksOfMenu(outlets.filter((outlet) => outlet.catalogId === catalogId));
  const editing = useMemo(
    () => ({ editor, show: setOver, clocks: { zone, isNamed } }),
    [editor, zone, isNamed],
  );
  const { categories } = useReady(editor, ({ content }) => content);
  const [search] = useSearchParams();
  const named = categories.find(({ id }) => id === search.get('category'));
  const category = named ?? categories[0];
  return (
    <EditingContext value={editing}>
      <div className={styles.editor} data-open={named ? 'items' : 'categories'}>
        <EditorHeader />
        <DragDropContext
          nonce={pageNonce()}
          onDragStart={() => editor.hold(true)}
          onDragEnd={(drop) => {
            editor.hold(false);
            if (category) onDrop(editor, category.id, drop);
          }}
        >
          <CategoryList categories={categories} chosen={category?.id ?? null} />
          <ItemList category={category ?? null} />
        </DragDropContext>
        <aside className={styles.preview} aria-label="On the customer’s phone">
          <PhonePreview catalogId={catalogId} category={category ?? null} />
        </aside>
      </div>
      <OverEditor
        over={over}
        catalogId={catalogId}
        category={category ?? null}
        onClose={() => setOver(null)}
      />
    </EditingContext>
  );
}

/** Looked up by id, because a colleague's save may have moved the dragged thing meanwhile. */
function onDrop(
  editor: CatalogEditor,
  categoryId: string,
  { type, draggableId, source, destination }: DropResult,
): void {
  if (!destination || destination.index === source.index) return;
  const to = destination.index;
  const indexIn = (list: readonly { id: string }[] = []) => list.findIndex(({ id }) => id === draggableId);
  editor.edit((content) => {
    if (type === 'category') return moveCategory(indexIn(content.categories), to)(content);
    const place = { categoryId, itemId: source.droppableId };
    return type === 'item'
      ? moveItem(place, indexIn(findCategory(content, place)?.list), to)(content)
      : moveModifier(place, indexIn(findItem(content, place)?.modifiers), to)(content);
  });
}
