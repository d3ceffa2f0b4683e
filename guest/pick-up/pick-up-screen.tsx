import type { PickUpPlace } from '#shared/api/guest-pages.ts';
import type { PickUp } from '#shared/api/pick-up.ts';
import { TickIcon } from '../base/icons.tsx';
import { useAwake } from '../base/stay-awake.ts';
import { Chime } from './chime.tsx';
import { Clock, hourAndMinute } from './clock.tsx';
import { Column } from './column.tsx';
import { MakingIcon, NoLineIcon } from './icons.tsx';
import { usePickUp } from './use-pick-up.ts';

/** What was accepted and what is ready, by number and first name, for everybody to see. */
export function PickUpScreen(place: PickUpPlace) {
  const { pickUp, arrived, called, cutSince } = usePickUp(place);
  useAwake();
  const { name } = (pickUp ?? place.pickUp).outlet;
  const numbers = arrived.map(({ number }) => number);
  return (
    <div class="screen">
      <header class="top">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <Chime called={called} />
        <Clock />
      </header>
      <main>
        {pickUp ? (
          <Orders pickUp={pickUp} arrived={numbers} />
        ) : (
          <p class="message">There is no pick-up screen here just now.</p>
        )}
      </main>
      <p class="visually-hidden" role="status">
        {called.length > 0 && `Ready: ${called.join(', ')}`}
      </p>
      {cutSince !== null && (
        <p class="cut" role="alert">
          <NoLineIcon /> No connection since {hourAndMinute(cutSince)}. This may be out of date.
        </p>
      )}
      <noscript>
        <p class="cut">This browser runs no scripts, so this screen does not change. Please load it again.</p>
      </noscript>
    </div>
  );
}

function Orders({ pickUp, arrived }: { pickUp: PickUp; arrived: readonly number[] }) {
  const { outlet, making, ready, more } = pickUp;
  if (making.length + ready.length === 0)
    return outlet.availability === 'closed' ? (
      <p class="message">We are closed just now.</p>
    ) : (
      <div class="message">
        <p>Order from your table or at the counter.</p>
        <p class="message-more">Your number is shown here as soon as your order is accepted.</p>
      </div>
    );
  return (
    <div class="columns">
      <Column kind="making" title="Coming up" icon={<MakingIcon />} orders={making} more={more.making} />
      <Column
        kind="ready"
        title="Ready"
        icon={<TickIcon />}
        orders={ready}
        more={more.ready}
        arrived={arrived}
      />
    </div>
  );
}
