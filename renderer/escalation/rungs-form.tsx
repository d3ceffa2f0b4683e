import { useState, type FormEvent } from 'react';
import type { Escalation, EscalationBody, Rungs } from '#shared/api/escalation.ts';
import { LATEST_RUNG_S, rungNames, SOONEST_RUNG_S, type RungName } from '#shared/base/rungs.ts';
import { failureMessage } from '../api/api-slice.ts';
import type { Failure } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { RowActions, RowsForm } from '../ui/row.tsx';
import { Switch } from '../ui/switch.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useSaveEscalationMutation } from './escalation-api.ts';
import styles from './nobody-answers.module.css';
import { WebhookKey } from './webhook-key.tsx';

const titles: Record<RungName, { label: string; hint: string }> = {
  screens: { label: 'Every screen rings', hint: 'Each signed-in screen, on whichever page it is.' },
  phones: { label: 'Phones', hint: 'A notification on each phone below.' },
  messages: { label: 'E-mail and webhook', hint: 'To the addresses below.' },
  again: { label: 'Once more', hint: 'Phones, e-mail and webhook again, and what failed before.' },
};

type RungsFormProps = { outletId: string; escalation: Escalation };

/** When each rung is taken, and the addresses it goes to. */
export function RungsForm({ outletId, escalation }: RungsFormProps) {
  const [rungs, setRungs] = useState(escalation.rungs);
  const [emails, setEmails] = useState(escalation.emails.join(', '));
  const [webhookUrl, setWebhookUrl] = useState(escalation.webhookUrl);
  const [save, { error, isLoading }] = useSaveEscalationMutation();
  const toast = useToast();
  const wrong = (start: string) =>
    Object.entries((error as Failure | undefined)?.fields ?? {}).find(([path]) =>
      path.startsWith(start),
    )?.[1];

  async function send(more: Pick<EscalationBody, 'newWebhookKey'> = {}) {
    const named = emails.split(/[\s,;]+/).filter(Boolean);
    const body = { rungs, emails: named, webhookUrl: webhookUrl.trim(), ...more };
    const failed = (await save({ outletId, body })).error;
    if (!failed) return toast('success', 'Saved.');
    if (Object.keys((failed as Failure).fields).length === 0) toast('error', failureMessage(failed) ?? '');
  }

  return (
    <RowsForm
      aria-label="When nobody answers"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      {rungNames.map((name) => (
        <RungRow
          key={name}
          name={name}
          rung={rungs[name]}
          error={wrong(`rungs.${name}`)}
          onChange={(rung) => setRungs({ ...rungs, [name]: rung })}
        />
      ))}
      <Addresses {...{ emails, webhookUrl, wrong }} onEmails={setEmails} onWebhookUrl={setWebhookUrl} />
      {escalation.webhookKey !== null && (
        <WebhookKey webhookKey={escalation.webhookKey} onRenew={() => void send({ newWebhookKey: true })} />
      )}
      <RowActions>
        <Button type="submit" busy={isLoading}>
          Save
        </Button>
      </RowActions>
    </RowsForm>
  );
}

type RungRowProps = {
  name: RungName;
  rung: Rungs[RungName];
  error: string | undefined;
  onChange: (rung: Rungs[RungName]) => void;
};

function RungRow({ name, rung, error, onChange }: RungRowProps) {
  return (
    <div className={styles.rung}>
      <Switch {...titles[name]} checked={rung.on} onChange={(on) => onChange({ ...rung, on })} />
      <Field
        label="Seconds"
        aria-label={`Seconds: ${titles[name].label}`}
        type="number"
        inputMode="numeric"
        min={SOONEST_RUNG_S}
        max={LATEST_RUNG_S}
        disabled={!rung.on}
        error={error}
        value={rung.afterSeconds || ''}
        onChange={({ target }) => onChange({ ...rung, afterSeconds: Number(target.value) })}
      />
    </div>
  );
}

type AddressesProps = {
  emails: string;
  webhookUrl: string;
  /** What is wrong with a field; undefined if nothing is. */
  wrong: (field: string) => string | undefined;
  onEmails: (typed: string) => void;
  onWebhookUrl: (typed: string) => void;
};

function Addresses({ emails, webhookUrl, wrong, onEmails, onWebhookUrl }: AddressesProps) {
  return (
    <>
      <Field
        label="E-mail addresses"
        hint="At most five, separated by commas."
        inputMode="email"
        value={emails}
        error={wrong('emails')}
        onChange={({ target }) => onEmails(target.value)}
      />
      <Field
        label="Webhook for text messages or calls"
        hint="The address of a gateway; it begins with https://. Empty: none."
        inputMode="url"
        value={webhookUrl}
        error={wrong('webhookUrl')}
        onChange={({ target }) => onWebhookUrl(target.value)}
      />
    </>
  );
}
