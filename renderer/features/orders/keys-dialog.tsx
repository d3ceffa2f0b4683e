import { Dialog } from '../../ui/dialog.tsx';
import styles from './keys-dialog.module.css';

const keys = [
  ['J / K', 'Next / previous order'],
  ['1 – 9', 'Pick a card'],
  ['Enter', 'Open the order'],
  ['A', 'Accept'],
  ['R', 'Ready'],
  ['C', 'Close'],
  ['U', 'Undo'],
  ['P', 'Print the ticket'],
  ['D', 'All day: what is still to be made'],
  ['/', 'Search'],
  ['Ctrl K', 'Find an order, an item, an outlet, a session or a setting'],
  ['Esc', 'Leave the order'],
  ['?', 'This list'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
