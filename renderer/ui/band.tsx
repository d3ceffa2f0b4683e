import type { ComponentProps } from 'react';
import styles from './band.module.css';

/** A strip on top of every signed-in screen, which says what needs a person. */
export function Band({ className = '', ...section }: ComponentProps<'section'>) {
  return <section className={`${styles.band} ${className}`} {...section} />;
}
