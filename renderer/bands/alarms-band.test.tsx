// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { Alarm } from '#shared/api/escalation.ts';
import { show } from '../../tests/support/components/show.tsx';
import { Client } from '../api/client.ts';
import { readOutlet } from '../api/read-outlet.ts';
import { AlarmsBand } from './alarms-band.tsx';

afterEach(() => void vi.restoreAllMocks());

it('an order that nobody has seen came at a time of the outlet’s clocks (D59)', async () => {
  const outlet = readOutlet({ id: 'o', name: 'The Old Ferry', timeZone: 'Asia/Kolkata' });
  vi.spyOn(Client.prototype, 'call').mockResolvedValue(outlet);
  const alarm: Alarm = {
    id: 'a',
    outletId: 'o',
    outletName: 'The Old Ferry',
    orderNumber: 12,
    tableNumber: '7',
    since: '2026-11-22T06:34:05Z',
    drill: false,
  };
  show(
    <MemoryRouter>
      <AlarmsBand alarms={[alarm]} />
    </MemoryRouter>,
  );
  const came = 'Nobody has seen order 12, table 7, at The Old Ferry. It came at 12:04:05.';
  expect(await screen.findByText(came)).toBeTruthy();
});
