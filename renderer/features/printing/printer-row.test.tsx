// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { show } from '../../../tests/support/components/show.tsx';
import { samplePrinter } from '../../../tests/support/printing/print-shop.ts';
import { PrinterRow } from './printer-row.tsx';

it.each([
  ['Ready', { answers: true }, { problem: null }],
  ['Reachable', { answers: false }, { problem: null }],
  ['Offline', { answers: false }, { problem: 'Offline' }],
  [null, { answers: true }, { problem: null, unknown: true as const }],
])('a printer is %s', (words, settings, state) => {
  const printer = samplePrinter(9_100, { id: 'kitchen', name: 'Kitchen printer', ...settings });
  const printing = {
    settings: { ...noPrintSettings, printers: [printer] },
    printers: [{ printerId: 'kitchen', ...state }],
    jobs: new Map(),
  };
  const nothing = () => undefined;
  show(
    <PrinterRow printer={printer} onEdit={nothing} onRemove={nothing} />,
    fakePlatform({ printing: () => printing }),
  );
  const said = ['Ready', 'Reachable', 'Offline'].filter((one) => screen.queryByText(one));
  expect(said).toEqual(words === null ? [] : [words]);
});
