import { useEffect, useState, type FormEvent } from 'react';
import { MAX_COPIES } from '#shared/api/most-copies.ts';
import {
  codePagesOf,
  momentsFor,
  orderedKinds,
  type OrderedKind,
  type Printer,
} from '#shared/print/printer.ts';
import { testPage } from '#shared/print/till-documents.ts';
import { useServices } from '../../state/hooks.ts';
import { Paper } from '../../print/paper.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { kindWords, momentWords, readNetworkTarget, targetWords } from './printer-words.ts';
import { forOutlets, PrinterOutlets } from './printer-outlets.tsx';
import { forStations, PrinterStations } from './printer-stations.tsx';
import { TwiceWarning } from './twice-warning.tsx';
import { RowActions } from '../../ui/row.tsx';
import boxStyles from '../../ui/box.module.css';
import styles from './printer-form.module.css';

type PrinterFormProps = {
  printer: Printer;
  /** Resolves to what is wrong, in words for a person; null once it is saved. */
  onSave: (printer: Printer) => Promise<string | null>;
  onCancel: () => void;
};

const ways = [
  { value: 'network', label: 'Network' },
  { value: 'system', label: 'This computer' },
  { value: 'file', label: 'Device or file' },
] as const;

/** Sets a printer up, with a preview of its paper. */
export function PrinterForm({ printer, onSave, onCancel }: PrinterFormProps) {
  const [draft, setDraft] = useState(printer);
  const [way, setWay] = useState(printer.target.kind);
  const { target } = printer;
  const [address, setAddress] = useState(
    target.kind === 'network' && target.host === '' ? '' : targetWords(target),
  );
  const [problem, setProblem] = useState<{ field: 'name' | 'address'; words: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Printer>) => setDraft((known) => ({ ...known, ...part }));

  async function save(event: FormEvent) {
    event.preventDefault();
    const given = targetOf(way, address);
    if (given === null) return setProblem({ field: 'address', words: missing[way] });
    if (draft.name.trim() === '')
      return setProblem({ field: 'name', words: 'Please give the printer a name.' });
    setBusy(true);
    const wrong = await onSave({ ...draft, name: draft.name.trim(), target: given }).catch(
      () => 'This cannot be saved. Please check what you typed.',
    );
    setBusy(false);
    return setProblem(wrong === null ? null : { field: 'address', words: wrong });
  }

  return (
    <form className={boxStyles.box} aria-label="Printer" noValidate onSubmit={(event) => void save(event)}>
      <div className={styles.fields}>
        <Field
          label="Name"
          value={draft.name}
          maxLength={60}
          error={problem?.field === 'name' ? problem.words : undefined}
          onChange={({ target: field }) => {
            change({ name: field.value });
            setProblem(null);
          }}
        />
        <Choice
          label="Connected by"
          value={way}
          options={ways}
          onChange={(kind) => {
            setWay(kind);
            setAddress('');
            setProblem(null);
          }}
        />
        <AddressField
          way={way}
          address={address}
          problem={problem?.field === 'address' ? problem.words : undefined}
          onChange={(typed) => {
            setAddress(typed);
            setProblem(null);
          }}
        />
        <Choice
          label="Paper"
          value={draft.width}
          options={[
            { value: 80, label: '80 mm' },
            { value: 58, label: '58 mm' },
          ]}
          onChange={(width) => change({ width })}
        />
        <Choice
          label="Understands"
          value={draft.dialect}
          options={[
            { value: 'epson', label: 'Epson (ESC/POS)' },
            { value: 'star', label: 'Star' },
          ]}
          onChange={(dialect) => change({ dialect, codePage: 'PC858_EURO' })}
        />
        <SelectField
          label="Code page"
          hint="The test page prints £1.23 é – through each. Choose the one that reads so."
          value={draft.codePage}
          options={codePagesOf[draft.dialect].map((codePage) => ({ value: codePage, label: codePage }))}
          onChange={(codePage) => change({ codePage })}
        />
        <TwiceWarning way={way} documents={draft.documents} />
        {orderedKinds.map((kind) => (
          <WhenFields
            key={kind}
            kind={kind}
            chosen={draft.documents[kind]}
            onChange={(chosen) => change({ documents: { ...draft.documents, [kind]: chosen } })}
          />
        ))}
        <PrinterOutlets
          chosen={draft.outletIds}
          onChange={(outletIds) => setDraft(forOutlets(draft, outletIds))}
        />
        <PrinterStations
          chosen={draft.stationIds}
          onChange={(stationIds) => setDraft(forStations(draft, stationIds))}
        />
        <Switch label="Cut the paper" checked={draft.cut} onChange={(cut) => change({ cut })} />
        <Switch
          label="Open the cash drawer with each receipt"
          checked={draft.drawer}
          onChange={(drawer) => change({ drawer })}
        />
        {way === 'network' && (
          <Switch
            label="Ask it whether it has printed"
            hint="Turn this off only for a printer that never answers: then nobody is told when a ticket is lost."
            checked={draft.answers}
            onChange={(answers) => change({ answers })}
          />
        )}
      </div>
      <div className={styles.preview} role="region" aria-label="Preview" tabIndex={0}>
        <Paper document={testPage(draft)} width={draft.width} />
      </div>
      <RowActions>
        <Button type="submit" tone="primary" busy={busy}>
          Save printer
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </RowActions>
    </form>
  );
}

/** What is said where a printer's way is chosen and nothing that leads to it is given. */
const missing: Record<Printer['target']['kind'], string> = {
  network: 'Give an address such as 192.168.1.50, or printer.local:9100.',
  system: 'Choose a printer.',
  file: 'Give a device such as /dev/usb/lp0, or a file name such as tickets.bin.',
};

function targetOf(way: Printer['target']['kind'], address: string): Printer['target'] | null {
  const typed = address.trim();
  if (way === 'network') return readNetworkTarget(typed);
  if (typed === '') return null;
  return way === 'system' ? { kind: 'system', name: typed } : { kind: 'file', path: typed };
}

type AddressFieldProps = {
  way: Printer['target']['kind'];
  address: string;
  problem: string | undefined;
  onChange: (address: string) => void;
};

function AddressField({ way, address, problem, onChange }: AddressFieldProps) {
  const { platform } = useServices();
  const [names, setNames] = useState<string[] | null>(null);
  useEffect(
    function askForSystemPrinters() {
      if (way === 'system') void platform.systemPrinters().then(setNames);
    },
    [way, platform],
  );
  if (way === 'system')
    return (
      <SelectField
        label="Printer"
        value={address}
        error={problem ?? (names?.length === 0 ? 'This computer knows no printer yet.' : undefined)}
        options={['', ...(names ?? [])].map((name) => ({ value: name, label: name || 'Choose a printer' }))}
        onChange={onChange}
      />
    );
  return (
    <Field
      label={way === 'network' ? 'Address' : 'Device or file'}
      hint={
        way === 'network'
          ? 'For example 192.168.1.50. Type the same at every till.'
          : 'For example /dev/usb/lp0, or tickets.bin'
      }
      value={address}
      error={problem}
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type WhenFieldsProps = {
  kind: OrderedKind;
  chosen: Printer['documents'][OrderedKind];
  onChange: (chosen: Printer['documents'][OrderedKind]) => void;
};

const copies = Array.from({ length: MAX_COPIES }, (_none, at) => ({ value: at + 1, label: String(at + 1) }));

function WhenFields({ kind, chosen, onChange }: WhenFieldsProps) {
  return (
    <div className={styles.when}>
      <SelectField
        label={kindWords[kind]}
        value={chosen.when}
        options={momentsFor[kind].map((when) => ({ value: when, label: momentWords[when] }))}
        onChange={(when) => onChange({ ...chosen, when })}
      />
      <SelectField
        label="Copies"
        accessibleLabel={`Copies of each ${kindWords[kind].toLowerCase()}`}
        value={chosen.copies}
        options={copies}
        onChange={(count) => onChange({ ...chosen, copies: count })}
      />
    </div>
  );
}
