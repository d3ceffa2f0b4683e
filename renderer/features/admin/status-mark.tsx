import styles from './status-mark.module.css';

/** An account's status, on its colour where it has one. */
export function StatusMark({ status: { value, label } }: { status: { value: string; label: string } }) {
  return <span className={`${styles.status} ${styles[value] ?? ''}`}>{label}</span>;
}
