import { useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import type { OutletStations } from '#shared/api/stations.ts';
import { Button } from '../../ui/button.tsx';
import { RowActions } from '../../ui/row.tsx';
import { Section } from '../../ui/section.tsx';
import { StationsDialog } from './stations-dialog.tsx';

/** Where an outlet's lines are made, and the way to change that. */
export function StationsSection({ outlet, stations }: { outlet: Outlet; stations: OutletStations }) {
  const [changing, setChanging] = useState(false);
  const names = stations.list.map(({ name }) => name).join(', ');
  return (
    <Section id="stations" title="Stations">
      <p className="row-note">{names || 'None: every screen and every printer has all lines of an order.'}</p>
      <RowActions>
        <Button aria-haspopup="dialog" onClick={() => setChanging(true)}>
          {names ? 'Change stations' : 'Set up stations'}
        </Button>
      </RowActions>
      {changing && <StationsDialog outlet={outlet} stations={stations} onClose={() => setChanging(false)} />}
    </Section>
  );
}
