import { useEffect, useState } from 'react';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import { brand } from '#shared/base/brand.ts';
import type { About } from '#shared/host/updates.ts';
import { useServices } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { UpdateRow } from './update-row.tsx';
import { RowActions } from '../../ui/row.tsx';
import styles from './about-section.module.css';

/** The product's name and version, and the log for support. */
export function AboutSection() {
  const { platform } = useServices();
  const toast = useToast();
  const [about, setAbout] = useState<About>();
  const [licences, setLicences] = useState<string>();
  useEffect(() => void platform.about().then(setAbout), [platform]);

  async function exportLogs() {
    const outcome = await platform.exportLogs();
    if (outcome.kind === 'exported') toast('success', `The log was saved as ${outcome.file}`);
    else toast('error', outcome.message);
  }
  const showLicences = () =>
    void platform.licences().then(setLicences, () => toast('error', GENERIC_MESSAGE));

  return (
    <Section id="about" title="About">
      {about && (
        <dl className={styles.facts}>
          <dt>{brand.name}</dt>
          <dd>{about.version}</dd>
          <dt>Runs on</dt>
          <dd>{about.system}</dd>
          <dt>Support</dt>
          <dd>{brand.emails.support}</dd>
        </dl>
      )}
      {platform.can.updateItself && <UpdateRow />}
      <RowActions>
        {platform.can.exportLogs && <Button onClick={() => void exportLogs()}>Export the log</Button>}
        <Button onClick={showLicences}>Licences</Button>
      </RowActions>
      {licences !== undefined && (
        <Dialog
          title="Licences"
          onClose={() => setLicences(undefined)}
          actions={<Button onClick={() => setLicences(undefined)}>Close</Button>}
        >
          <pre className={styles.licences} tabIndex={0}>
            {licences}
          </pre>
        </Dialog>
      )}
    </Section>
  );
}
