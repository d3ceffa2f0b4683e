import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import colours from './colours.module.css';
import styles from './chip.module.css';

export type ChipColour = 'new' | 'waiting' | 'working' | 'ready' | 'late' | 'refunded';

type ChipProps = {
  colour: ChipColour;
  Icon?: LucideIcon;
  className?: string | undefined;
  /** For a person's own words, which may take more than one line. */
  wraps?: boolean;
  children: ReactNode;
};

/** A status in a word, on its colour. */
export function Chip({ colour, Icon, className = '', wraps = false, children }: ChipProps) {
  return (
    <span className={`${styles.chip} ${colours[colour]} ${wraps ? styles.wraps : ''} ${className}`}>
      {Icon && <Icon aria-hidden="true" size={16} />}
      {children}
    </span>
  );
}
