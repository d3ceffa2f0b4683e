import { useState } from 'react';
import { Link } from 'react-router';
import { guestPath, pickUpPath } from '#shared/base/guest-path.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage } from '../../api/api-slice.ts';
import { atServer } from '../../api/at-server.ts';
import { useServices } from '../../state/hooks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopiedAddress } from '../../ui/copied-address.tsx';
import { RowActions } from '../../ui/row.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useOutletEdit } from './use-outlet-edit.ts';

/** The server's own page on which guests of an outlet order: whether there is one, its address and its codes. */
export function GuestPageSection({ outlet }: { outlet: Outlet }) {
  const { platform } = useServices();
  const { edit } = useOutletEdit();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const toast = useToast();
  const addressOf = (path: string) => atServer(path, platform.apiBase()) ?? '';
  // What was pressed is shown until the server has answered.
  const isOn = pressed ?? outlet.guestPage ?? false;

  async function change(guestPage: boolean) {
    if (pressed !== null) return;
    setPressed(guestPage);
    const { error } = await edit(outlet.id, ({ name }) => ({ name, guestPage }));
    setPressed(null);
    if (error) toast('error', failureMessage(error) ?? '');
  }

  return (
    <Section id="guest-page" title="Guest page">
      <Switch
        label="Guests order in their phone’s browser"
        hint="A page with your menu, their basket, the payment and what becomes of their order. Switch it off if your guests have an app of your own."
        checked={isOn}
        onChange={(guestPage) => void change(guestPage)}
      />
      {isOn && (
        <>
          <CopiedAddress
            label="Address of the page"
            address={addressOf(guestPath(outlet.id))}
            opens={platform.can.openPages}
          />
          <RowActions>
            <Link className={buttonClass()} to={`/outlets/${outlet.id}/table-codes`}>
              QR codes for tables
            </Link>
          </RowActions>
          <CopiedAddress
            label="Pick-up screen"
            address={addressOf(pickUpPath(outlet.id))}
            opens={platform.can.openPages}
          />
          <p className="row-note">
            For a television in the bar: the numbers of the orders that are coming up and ready, with first
            names. Orders for tables are not on it.
          </p>
        </>
      )}
    </Section>
  );
}
