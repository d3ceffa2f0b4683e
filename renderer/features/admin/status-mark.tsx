import colours from '../../ui/colours.module.css';
import styles from './status-mark.module.css';

const colourOf: Record<string, string | undefined> = {
  verified: colours.ready,
  pending: colours.new,
  suspended: colours.late,
  rejected: colours.late,
};

/** An account's status, on its colour where it has one. */
export function StatusMark({ status: { value, label } }: { status: { value: string; label: string } }) {
  return <span className={`${styles.status} ${colourOf[value] ?? colours.waiting}`}>{label}</span>;
}
