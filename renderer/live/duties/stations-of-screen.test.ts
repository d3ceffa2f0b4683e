// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Printing } from '#shared/host/printing.ts';
import type { Printer } from '#shared/print/printer.ts';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { apiSlice } from '../../api/api-slice.ts';
import { readOutlet } from '../../api/read-outlet.ts';
import { feedOpened, ordersSlice } from '../../state/orders-slice.ts';
import { makeStore } from '../../state/store.ts';
import { viewChanged } from '../../state/view-slice.ts';
import { stationsOfScreen } from './stations-of-screen.ts';

const station = (id: string) => ({ id, name: id, categories: [], fallback: null });
const printer = (
  id: string,
  stationIds?: string[],
  when: Printer['documents']['ticket']['when'] = 'arrival',
) => ({
  id,
  documents: { ticket: { when, copies: 1 } },
  ...(stationIds && { stationIds }),
});

async function screen(stations: object[], availability = 'open') {
  const { store, services } = makeStore(fakePlatform());
  services.addApi(apiSlice, ordersSlice);
  store.dispatch(feedOpened([{ outletId: 'Ferry', outletName: 'The Ferry', trading: true }]));
  const dispatch: (action: unknown) => unknown = store.dispatch;
  const outlet = readOutlet({ id: 'Ferry', availability, stations: { version: 1, list: stations } });
  await dispatch(apiSlice.util.upsertQueryData('outlet', 'Ferry', outlet));
  const printing = (printers: object[] = [], troubled: string[] = []) => {
    const states = troubled.map((printerId) => ({ printerId, problem: 'Out of paper' }));
    const all = { settings: { printers }, printers: states, jobs: new Map() } as unknown as Printing;
    return stationsOfScreen(store.getState(), { printing: () => all });
  };
  return { store, printing };
}

it('an outlet without stations, or one that does not trade, has nothing to say of them (D60)', async () => {
  expect((await screen([])).printing()).toEqual([]);
  expect((await screen([station('bar')], 'closed')).printing()).toEqual([]);
});

it('says which station is shown, and which ones’ tickets come out by themselves or cannot (D60)', async () => {
  const { store, printing } = await screen(['kitchen', 'bar', 'cellar'].map(station));
  const all = { outletId: 'Ferry', shows: null, prints: [], cannotPrint: [] };
  expect(printing()).toEqual([all]);
  store.dispatch(viewChanged({ stations: { Ferry: 'bar' } }));
  const printers = [
    printer('one', ['kitchen', 'bar']),
    printer('two', ['bar'], 'acceptance'),
    printer('all'),
    printer('hand', ['cellar'], 'by-hand'),
  ];
  expect(printing(printers)).toEqual([{ ...all, shows: 'bar', prints: ['kitchen', 'bar'] }]);
  expect(printing(printers, ['one', 'all'])).toEqual([
    { ...all, shows: 'bar', prints: ['bar'], cannotPrint: ['kitchen'] },
  ]);
  store.dispatch(viewChanged({ stations: { Ferry: 'garden' } }));
  expect(printing()).toEqual([all]);
});
