// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '../../tests/support/components/show.tsx';
import { Client } from '../api/client.ts';
import { readOutlet } from '../api/read-outlet.ts';
import { DrillBox } from './drill-box.tsx';

afterEach(() => void vi.restoreAllMocks());

it('a test was sent at a time of the outlet’s clocks (D59)', async () => {
  const outlet = readOutlet({ id: 'o', name: 'The Old Ferry', timeZone: 'Asia/Kolkata' });
  const drill = { id: 'd', startedAt: '2026-11-22T19:34:00Z', endsAt: '2026-11-22T19:34:20Z', results: [] };
  vi.spyOn(Client.prototype, 'call').mockImplementation(async (key) =>
    key === 'GET /sellers/outlets/:outletId' ? outlet : drill,
  );
  show(<DrillBox outletId="o" />);
  expect(await screen.findByText(/^Sent Mon,? 23 Nov.*01:04$/)).toBeTruthy();
});
