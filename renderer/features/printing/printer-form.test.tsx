// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Platform } from '#shared/host/platform.ts';
import type { PrintRequest } from '#shared/print/jobs.ts';
import { changedPrintSettings, noPrintSettings, type PrintSettings } from '#shared/print/print-settings.ts';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { show } from '../../../tests/support/components/show.tsx';
import { apiSlice } from '../../api/api-slice.ts';
import { readOutlet } from '../../api/read-outlet.ts';
import { feedOpened } from '../../state/orders-slice.ts';
import { PrintersSection } from './printers-section.tsx';

/** A till that keeps its print settings; `refusing` is what it finds wrong with the next. */
function showPrinters(changes: Partial<Platform> = {}) {
  let printing = { settings: noPrintSettings, printers: [], jobs: new Map() };
  const listeners = new Set<() => void>();
  const host = { saved: [] as PrintSettings[], printed: [] as PrintRequest[], refusing: '' };
  const platform = fakePlatform({
    printing: () => printing,
    onPrintingChanged(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async savePrintSettings(change): ReturnType<Platform['savePrintSettings']> {
      if (host.refusing !== '') return { kind: 'refused', message: host.refusing };
      const settings = changedPrintSettings(printing.settings, change);
      host.saved.push(settings);
      printing = { ...printing, settings };
      listeners.forEach((listener) => listener());
      return { kind: 'saved' };
    },
    async print(request) {
      host.printed.push(request);
      return { kind: 'queued' };
    },
    ...changes,
  });
  return { ...show(<PrintersSection />, platform), host };
}
const form = () => within(screen.getByRole('form', { name: 'Printer' }));
const field = (name: string) => form().getByRole<HTMLInputElement>('textbox', { name });
/** What a field says beside it, as it is read out with it. */
const about = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

it('keeps a network printer as it was set up, and its test page goes to it alone', async () => {
  const { user, host } = showPrinters();
  await user.click(screen.getByRole('button', { name: 'Add a printer' }));
  await user.type(field('Address'), 'printer.local:9101');
  await user.click(form().getByRole('radio', { name: '58 mm' }));
  await user.selectOptions(form().getByRole('combobox', { name: 'Kitchen ticket' }), 'When it is accepted');
  await user.selectOptions(form().getByRole('combobox', { name: 'Copies of each kitchen ticket' }), '2');
  await user.click(form().getByRole('button', { name: 'Save printer' }));
  const row = within(await screen.findByRole('article', { name: 'Kitchen' }));
  expect(row.getByText('tcp://printer.local:9101 · 58 mm · Epson')).toBeTruthy();
  expect(row.getByText('When it is accepted: kitchen ticket, 2 copies')).toBeTruthy();
  const [kept] = host.saved.at(-1)?.printers ?? [];
  expect(kept).toMatchObject({
    target: { kind: 'network', host: 'printer.local', port: 9101 },
    width: 58,
    documents: { ticket: { when: 'acceptance', copies: 2 } },
  });
  await user.click(row.getByRole('button', { name: 'Test print' }));
  expect(host.printed).toMatchObject([{ printerId: kept?.id, label: 'Test page, Kitchen' }]);
  expect(host.printed[0]?.document.kind).toBe('test');
});

it('asks for each kind of printer what finds it, and says beside the field what is missing', async () => {
  const { user, host } = showPrinters({ systemPrinters: async () => ['Bar', 'Office'] });
  await user.click(screen.getByRole('button', { name: 'Add a printer' }));
  const save = () => user.click(form().getByRole('button', { name: 'Save printer' }));
  await save();
  expect(about(field('Address'))).toBe('Give an address such as 192.168.1.50, or printer.local:9100.');

  await user.click(form().getByRole('radio', { name: 'This computer' }));
  const chosen = form().getByRole('combobox', { name: 'Printer' });
  await save();
  expect(about(chosen)).toBe('Choose a printer.');
  await user.selectOptions(chosen, await within(chosen).findByRole('option', { name: 'Office' }));
  await save();
  expect((await screen.findByRole('article')).textContent).toContain('Office · 80 mm');
  expect(host.saved.at(-1)?.printers[0]?.target).toEqual({ kind: 'system', name: 'Office' });

  await user.click(screen.getByRole('button', { name: 'Edit Kitchen' }));
  await user.click(form().getByRole('radio', { name: 'Device or file' }));
  await save();
  expect(about(field('Device or file'))).toBe(
    'Give a device such as /dev/usb/lp0, or a file name such as tickets.bin.',
  );
  await user.type(field('Device or file'), '/dev/usb/lp0');
  await save();
  await screen.findByRole('article');
  expect(host.saved.at(-1)?.printers[0]?.target).toEqual({ kind: 'file', path: '/dev/usb/lp0' });
});

it('says at the name that it is missing, and at the address what the till refuses, until each is changed', async () => {
  const { user, host } = showPrinters();
  await user.click(screen.getByRole('button', { name: 'Add a printer' }));
  const save = () => user.click(form().getByRole('button', { name: 'Save printer' }));
  const hint = about(field('Address'));
  await user.type(field('Address'), '8.8.8.8');
  await user.clear(field('Name'));
  await save();
  expect(about(field('Name'))).toBe('Please give the printer a name.');
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
  expect(about(field('Address'))).toBe(hint);

  await user.type(field('Name'), 'Bar');
  expect(about(field('Name'))).toBeUndefined();
  host.refusing = 'The printer must be in this network.';
  await save();
  expect(await form().findByText(host.refusing)).toBe(
    document.getElementById(field('Address').getAttribute('aria-describedby') ?? ''),
  );
  expect(host.saved).toEqual([]);
  await user.type(field('Address'), '0');
  expect(about(field('Address'))).toBe(hint);
});

it('chooses the outlets of a printer where the screen watches several, at least one of them (D62)', async () => {
  const { user, host, store } = showPrinters();
  const outlets = ['The Annexe', 'The Old Ferry'].map((outletName) => ({
    outletId: outletName,
    outletName,
    trading: true,
  }));
  await user.click(screen.getByRole('button', { name: 'Add a printer' }));
  expect(form().queryByRole('group', { name: 'Prints for' })).toBeNull();
  act(() => void store.dispatch(feedOpened(outlets)));
  await user.type(field('Address'), 'printer.local');
  await user.click(form().getByRole('checkbox', { name: 'The Old Ferry' }));
  expect(form().getByRole<HTMLInputElement>('checkbox', { name: 'The Annexe' }).disabled).toBe(true);
  await user.click(form().getByRole('button', { name: 'Save printer' }));
  const row = within(await screen.findByRole('article', { name: 'Kitchen' }));
  expect(row.getByText('Only for The Annexe')).toBeTruthy();
  expect(host.saved.at(-1)?.printers[0]?.outletIds).toEqual(['The Annexe']);
  await user.click(row.getByRole('button', { name: 'Edit Kitchen' }));
  await user.click(form().getByRole('checkbox', { name: 'The Old Ferry' }));
  await user.click(form().getByRole('button', { name: 'Save printer' }));
  expect(host.saved.at(-1)?.printers[0]).not.toHaveProperty('outletIds');
});

it('keeps a printer’s stations of outlets that this screen does not watch now (D60)', async () => {
  const { user, host, store } = showPrinters();
  const watchWithStations = async (outletId: string, names: string[]) => {
    store.dispatch(feedOpened([{ outletId, outletName: outletId, trading: true }]));
    const list = names.map((name) => ({ id: name, name, categories: [], fallback: null }));
    const outlet = readOutlet({ id: outletId, stations: { version: 1, list } });
    const dispatch: (action: unknown) => unknown = store.dispatch;
    await dispatch(apiSlice.util.upsertQueryData('outlet', outletId, outlet));
  };
  const choose = (name: string) => user.click(form().getByRole('checkbox', { name }));
  const save = () => user.click(form().getByRole('button', { name: 'Save printer' }));
  await act(() => watchWithStations('ferry', ['Kitchen', 'Bar']));
  await user.click(screen.getByRole('button', { name: 'Add a printer' }));
  await user.type(field('Address'), 'printer.local');
  await choose('Kitchen');
  await save();
  await act(() => watchWithStations('annexe', ['Grill']));
  for (const stationIds of [['Kitchen', 'Grill'], ['Kitchen']]) {
    await user.click(await screen.findByRole('button', { name: 'Edit Kitchen' }));
    await choose('Grill');
    await save();
    expect(host.saved.at(-1)?.printers[0]?.stationIds).toEqual(stationIds);
  }
});

it('says why a printer could not be removed, and keeps it until it can', async () => {
  const { user, host } = showPrinters();
  await user.click(screen.getByRole('button', { name: 'Add a printer' }));
  await user.type(field('Address'), 'printer.local');
  await user.click(form().getByRole('button', { name: 'Save printer' }));
  await screen.findByRole('article', { name: 'Kitchen' });
  const remove = async () => {
    await user.click(screen.getByRole('button', { name: 'Remove Kitchen' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  };
  host.refusing = 'The settings could not be saved on this computer.';
  await remove();
  expect(await screen.findByText(host.refusing)).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  host.refusing = '';
  await remove();
  expect(await screen.findByText(/^There are no printers yet/)).toBeTruthy();
});

it('goes on with a printer that is being set up while the text of receipts is saved, whose button keeps the focus', async () => {
  const { user, host } = showPrinters();
  await user.click(screen.getByRole('button', { name: 'Add a printer' }));
  await user.type(field('Address'), 'printer.local');
  const receipts = within(screen.getByRole('form', { name: 'Receipts' }));
  await user.type(receipts.getByRole('textbox', { name: 'Last line' }), 'See you soon. ');
  const button = receipts.getByRole('button', { name: 'Save receipts' });
  await user.click(button);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(host.saved.at(-1)).toMatchObject({ printers: [], receipt: { footer: 'See you soon.' } });
  expect(receipts.getByRole<HTMLInputElement>('textbox', { name: 'Last line' }).value).toBe('See you soon.');
  expect(document.activeElement).toBe(button);
  expect(field('Address').value).toBe('printer.local');
});
