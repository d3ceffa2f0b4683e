import { Plus } from 'lucide-react';
import { useState } from 'react';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import type { PrintSettingsChange } from '#shared/print/print-settings.ts';
import { MAX_PRINTERS, type Printer } from '#shared/print/printer.ts';
import { useServices } from '../../state/hooks.ts';
import { ticker } from '../../orders/ticker.ts';
import { usePrinting } from '../../print/use-printing.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { PrinterForm } from './printer-form.tsx';
import { PrinterRow } from './printer-row.tsx';
import { newPrinter } from './printer-words.ts';
import { ReceiptForm } from './receipt-form.tsx';
import { RowActions } from '../../ui/row.tsx';

/** This computer's printers, what each prints and when; without printers, the receipts' fixed text. */
export function PrintersSection() {
  const { platform } = useServices();
  const { settings } = usePrinting();
  const toast = useToast();
  const [editing, edit] = useState<Printer | null>(null);
  const { printers } = settings;
  const isNew = editing !== null && printers.every(({ id }) => id !== editing.id);

  /** Resolves to what is wrong, in words for a person; null once the settings are saved. */
  async function save(change: PrintSettingsChange): Promise<string | null> {
    const outcome = await platform.savePrintSettings(change);
    if (outcome.kind === 'refused') return outcome.message;
    toast('success', 'Saved');
    return null;
  }

  async function savePrinter(changed: Printer): Promise<string | null> {
    // By the server's time, because this computer's clock may be wrong.
    const printer = { ...changed, since: new Date(ticker.now()).toISOString() };
    const wrong = await save({ printers: [printer] });
    if (wrong === null) edit(null);
    return wrong;
  }

  async function remove(printer: Printer): Promise<void> {
    const wrong = await save({ removed: [printer.id] }).catch(() => GENERIC_MESSAGE);
    if (wrong !== null) toast('error', wrong);
  }

  return (
    <>
      <Section id="printers" title="Printers">
        {!platform.can.printSilently && (
          <p className="row-note">
            A browser prints through its own dialog, when somebody presses Print. The desktop till prints by
            itself, on receipt printers in your network.
          </p>
        )}
        {platform.can.printSilently && (
          <>
            {printers.length === 0 && !editing && (
              <p className="row-note">
                There are no printers yet. Add one to print kitchen tickets as orders arrive.
              </p>
            )}
            {printers.map((printer) =>
              editing?.id === printer.id ? (
                <PrinterForm
                  key={printer.id}
                  printer={editing}
                  onSave={savePrinter}
                  onCancel={() => edit(null)}
                />
              ) : (
                <PrinterRow
                  key={printer.id}
                  printer={printer}
                  onEdit={() => edit(printer)}
                  onRemove={() => void remove(printer)}
                />
              ),
            )}
            {isNew && <PrinterForm printer={editing} onSave={savePrinter} onCancel={() => edit(null)} />}
            {!editing && printers.length < MAX_PRINTERS && (
              <RowActions>
                <Button onClick={() => edit(newPrinter())}>
                  <Plus aria-hidden="true" />
                  Add a printer
                </Button>
              </RowActions>
            )}
          </>
        )}
      </Section>
      <Section id="receipts" title="Receipts">
        <ReceiptForm receipt={settings.receipt} onSave={(receipt) => save({ receipt })} />
      </Section>
    </>
  );
}
