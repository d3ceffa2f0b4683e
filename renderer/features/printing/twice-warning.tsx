import { Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { orderedKinds, type Printer } from '#shared/print/printer.ts';
import { useServices } from '../../state/hooks.ts';
import styles from './twice-warning.module.css';

type TwiceWarningProps = { way: Printer['target']['kind']; documents: Printer['documents'] };

/** Warns if two tills of an outlet would both print the same tickets automatically. */
export function TwiceWarning({ way, documents }: TwiceWarningProps) {
  const once = usePrintsOnce();
  const byItself = orderedKinds.some((kind) => !['by-hand', 'never'].includes(documents[kind].when));
  const words = byItself ? warningOf(way, once) : null;
  if (words === null) return null;
  return (
    <p className={styles.warning} role="note">
      <Info aria-hidden="true" size={20} />
      {words}
    </p>
  );
}

/** `once` is undefined until the server has answered. */
function warningOf(way: Printer['target']['kind'], once: boolean | null | undefined): string | null {
  switch (way) {
    case 'network':
      if (once === undefined || once === true) return null;
      return once === null
        ? 'The server does not answer now. Another till of this outlet may print the same tickets.'
        : 'This server does not settle which till prints a ticket. If the outlet has another till that may print the same tickets, let one till alone print here by itself.';
    case 'system':
      return 'If another till prints on the same printer, each ticket comes out twice.';
    case 'file':
      return null;
  }
}

function usePrintsOnce(): boolean | null | undefined {
  const { platform } = useServices();
  const [once, setOnce] = useState<boolean | null>();
  useEffect(
    function askTheServer() {
      void platform.printsOnce().then(setOnce, () => setOnce(null));
    },
    [platform],
  );
  return once;
}
