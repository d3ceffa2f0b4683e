import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import type { Category } from '#shared/api/catalogs.ts';
import { partsOf, unstatedOf } from '#shared/catalogs/stated.ts';
import { Button } from '../../ui/button.tsx';
import { useEditing } from './editing.tsx';
import styles from './allergens-stated.module.css';

/** How much of the menu is stated, and the way to the rest. */
export function AllergensStated({ categories }: { categories: readonly Category[] }) {
  const { show } = useEditing();
  const parts = useMemo(() => partsOf(categories), [categories]);
  const left = useMemo(() => unstatedOf(parts).length, [parts]);
  if (parts.length === 0) return null;
  if (left === 0)
    return (
      <p className={styles.whole}>
        <CircleCheck aria-hidden="true" /> Allergens stated for the whole menu
      </p>
    );
  return (
    <div className={styles.stated}>
      <p>
        <span className="figures">
          Allergens: {parts.length - left} of {parts.length} stated
        </span>
        <progress max={parts.length} value={parts.length - left} aria-label="Allergens stated" />
      </p>
      <Button onClick={() => show({ kind: 'allergens' })}>State the rest</Button>
    </div>
  );
}
