import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage } from '../../api/api-slice.ts';
import { OutletPage } from '../../outlets/outlet-page.tsx';
import { useServices } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { CopiedAddress } from '../../ui/copied-address.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RowActions } from '../../ui/row.tsx';
import { Loader } from '../../ui/states.tsx';
import { CardSheets, Poster } from './code-sheets.tsx';
import { readTables } from './read-tables.ts';
import { useTableCodesQuery } from './table-codes-api.ts';
import styles from './table-codes-screen.module.css';

export function TableCodesScreen() {
  return (
    <OutletPage title="QR Codes" backTo="#guest-page" headClass={styles.onScreen}>
      {(outlet) =>
        outlet.guestPage === undefined ? (
          <p>This server has no page for guests, so there is nothing to scan.</p>
        ) : (
          <Codes outlet={outlet} />
        )
      }
    </OutletPage>
  );
}

type Kind = 'cards' | 'poster';

function Codes({ outlet }: { outlet: Outlet }) {
  const [kind, setKind] = useState<Kind>('cards');
  /** Null until somebody has named them. */
  const [tables, setTables] = useState<string[] | null>(null);
  const shown = kind === 'poster' ? [] : tables;
  return (
    <>
      <div className={styles.onScreen}>
        {outlet.guestPage === false && (
          <Problem role="status">
            The guest page of this outlet is switched off: who scans a code reads that, and cannot order.
          </Problem>
        )}
        <Choice
          label="What to print"
          value={kind}
          options={[
            { value: 'cards', label: 'Cards on A4' },
            { value: 'poster', label: 'One poster' },
          ]}
          onChange={setKind}
        />
        {kind === 'cards' && <TablesForm onRead={setTables} />}
      </div>
      {shown && <Preview outlet={outlet} kind={kind} tables={shown} />}
    </>
  );
}

function TablesForm({ onRead }: { onRead: (tables: string[]) => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const read = readTables(typed);
        if ('tables' in read) onRead(read.tables);
        setProblem('problem' in read ? read.problem : undefined);
      }}
    >
      <Field
        label="Tables"
        hint="Names and numbers, with commas between them: 1-20, Bar, Garden 3"
        value={typed}
        error={problem}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem(undefined);
        }}
      />
      <RowActions>
        <Button type="submit">Show the cards</Button>
      </RowActions>
    </form>
  );
}

type PreviewProps = { outlet: Outlet; kind: Kind; tables: string[] };

function Preview({ outlet, kind, tables }: PreviewProps) {
  const {
    currentData: codes,
    error,
    isFetching,
    refetch,
  } = useTableCodesQuery({ outletId: outlet.id, tables });
  const failure = failureMessage(error) ?? (codes?.guestPage === '' ? 'This server told no address.' : null);
  if (failure) return <LoadProblem message={failure} busy={isFetching} onReload={() => void refetch()} />;
  if (!codes) return <Loader title="Making the codes" />;
  return (
    <>
      <div className={styles.onScreen}>
        <HowToPrint outletId={outlet.id} address={codes.guestPage} />
      </div>
      <section className={styles.sheets} aria-label="Preview">
        {kind === 'poster' ? (
          <Poster outletName={outlet.name} address={codes.guestPage} />
        ) : (
          <CardSheets outletName={outlet.name} codes={codes.tables} />
        )}
      </section>
    </>
  );
}

/** @param address the guest page's */
function HowToPrint({ outletId, address }: { outletId: string; address: string }) {
  const { platform } = useServices();
  return (
    <>
      {leadsHere(address) && (
        <Problem role="status">
          No phone can open these codes: they lead to {new URL(address).host}, which is this computer alone.
          Open Servery by the address that it has in your network or on the internet, and print them there.
        </Problem>
      )}
      {platform.can.openPages ? (
        <RowActions>
          <Button tone="primary" onClick={() => print()}>
            <Printer aria-hidden="true" /> Print
          </Button>
        </RowActions>
      ) : (
        <>
          <p className="row-note">
            Please print these from a browser, on any computer: sign in there at this address.
          </p>
          <CopiedAddress
            label="Address of this screen"
            address={new URL(`/outlets/${outletId}/table-codes`, address).href}
            opens={false}
          />
        </>
      )}
    </>
  );
}

/** Whether an address means the computer that it is opened on. */
function leadsHere(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}
