import { createContext, useContext } from 'react';
import type { Category, Item, Modifier } from '#shared/api/catalogs.ts';
import type { CategoryPlace, ItemPlace, ModifierPlace } from '../../catalog-model/content.ts';
import type { CatalogEditor } from '../../catalog-saving/catalog-editor.ts';
import type { Clocks } from '../../sold-out/sold-out-text.ts';

/** The dialogs above the editor, except its forms. */
export type Over =
  | { kind: 'remove'; what: 'category'; place: CategoryPlace; name: string }
  | { kind: 'remove'; what: 'item'; place: ItemPlace; name: string }
  | { kind: 'remove'; what: 'modifier'; place: ModifierPlace; name: string }
  | { kind: 'sold-out'; item: Item }
  | { kind: 'history' }
  | { kind: 'allergens' }
  | { kind: 'import' }
  | { kind: 'preview' };

export type Editing = {
  editor: CatalogEditor;
  show: (over: Over) => void;
  /** By which it is told until when something is sold out. */
  clocks: Clocks;
};
export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('Outside the editor');
  return editing;
}

export type CategoryRowProps = { category: Category; index: number; chosen: boolean };
export type ItemRowProps = { item: Item; index: number; categoryId: string };
export type ModifierRowProps = { modifier: Modifier; index: number; place: ItemPlace };
