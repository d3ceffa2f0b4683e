import styles from './address.module.css';

/** An address, one part a line, without empty parts. */
export function Address({ lines }: { lines: string[] }) {
  const given = lines.filter((line) => line !== '');
  if (given.length === 0) return <p className="row-note">No address</p>;
  return <address className={styles.address}>{given.join('\n')}</address>;
}
