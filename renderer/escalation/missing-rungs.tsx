import { TriangleAlert } from 'lucide-react';
import type { Escalation } from '#shared/api/escalation.ts';
import styles from './nobody-answers.module.css';

type Missing = Pick<Escalation, 'missing' | 'rungs'>;

/** The rungs that reach nobody, each with what to do. */
function missingRungs({ missing, rungs }: Missing): string[] {
  const off = (on: boolean, what: string) => (on ? [] : [`${what} switched off below.`]);
  return [
    ...off(rungs.screens.on, 'The ringing of every screen is'),
    ...off(rungs.phones.on, 'Phones are'),
    ...off(rungs.messages.on, 'E-mail and webhook are'),
    ...missing.map(({ channel, why }) => {
      if (channel === 'phones')
        return 'No phone is told. Open this page on the owner’s phone, and press “Add this phone”.';
      if (channel === 'webhook')
        return 'No webhook is told: its address is missing or gone. Name the address of a gateway below.';
      return why === 'no-sender'
        ? 'No e-mail is sent: this server has no mail server. Its operator sets SMTP_URL and MAIL_FROM.'
        : 'Nobody gets an e-mail. Name an address below.';
    }),
  ];
}

export function MissingRungs(escalation: Missing) {
  const missing = missingRungs(escalation);
  if (missing.length === 0) return null;
  return (
    <ul className={styles.missing} aria-label="Missing">
      {missing.map((words) => (
        <li key={words}>
          <TriangleAlert aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  );
}
