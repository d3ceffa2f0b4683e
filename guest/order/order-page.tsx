import { useEffect, useState } from 'preact/hooks';
import type { FollowedOrder, OrderPlace } from '#shared/api/guest-pages.ts';
import { lineAllergensText } from '#shared/base/allergens.ts';
import { formatPence } from '#shared/base/money.ts';
import { optionText } from '#shared/orders/option-text.ts';
import { addressesOf } from '../base/addresses.ts';
import { TickIcon } from '../base/icons.tsx';
import { readKept, restore, type KnownOrder } from '../base/kept.ts';
import { OutletHead } from '../base/outlet-head.tsx';
import { timeOnWall } from '#shared/base/time-on-wall.ts';
import { latenessOf, stageOf, useFollowed, type Stage } from './follow.ts';
import { NotifyMe } from './notify-me.tsx';
import { TellWhenReady } from './tell-when-ready.tsx';

/** One order of this guest, as it goes. */
export function OrderPage({ outlet, pushKey, hasMenu }: OrderPlace) {
  const [known, setKnown] = useState<KnownOrder | null | undefined>();
  useEffect(() => void restore(outlet.id).then(() => setKnown(ownOrder(outlet.id))), [outlet.id]);
  return (
    <div class="page">
      <OutletHead outlet={outlet} where={known ? `Order #${known.number}` : 'Your order'} />
      <main>
        <noscript>
          <p class="status status-closed">
            This browser runs no scripts. Please ask the staff about your order.
          </p>
        </noscript>
        {known === null && (
          <p class="nothing">
            This browser does not know this order: it was placed in another one, or more than two days ago.
          </p>
        )}
        {known && <Following known={known} outlet={outlet} pushKey={pushKey} />}
        {hasMenu && (
          <p>
            <a class="button button-secondary wide" href={addressesOf(outlet.id, tableOf(known)).menu}>
              See the menu
            </a>
          </p>
        )}
      </main>
    </div>
  );
}

/** The table whose code was scanned for an order. */
const tableOf = (known: KnownOrder | null | undefined) =>
  known?.signedTable === undefined ? null : { signed: known.signedTable };

/** The order of this page's address, if this browser placed it. */
function ownOrder(outletId: string): KnownOrder | null {
  const orderId = location.pathname.split('/').at(-1);
  return readKept(outletId).orders.find(({ id }) => id === orderId) ?? null;
}

type FollowingProps = Omit<OrderPlace, 'hasMenu'> & { known: KnownOrder };

function Following({ known, outlet, pushKey }: FollowingProps) {
  const { order, missing, isBehind } = useFollowed(known.id, known.token);
  if (missing) return <p class="nothing">This order is not known here any more.</p>;
  if (!order)
    return (
      <p class="nothing" role="status">
        Reading your order…
      </p>
    );
  const stage = stageOf(order);
  return (
    <>
      <div role="status">
        <Now order={order} stage={stage} timeZone={outlet.timeZone} />
      </div>
      {isBehind && (
        <p class="status status-waiting">
          The connection is gone, so this may be out of date. We keep trying.
        </p>
      )}
      {stage !== 'ended' && <Steps stage={stage} />}
      {stage !== 'ended' && stage !== 'handed-over' && (
        <div class="tells">
          {pushKey !== undefined && stage !== 'ready' && (
            <NotifyMe outletId={outlet.id} order={known} pushKey={pushKey} />
          )}
          <TellWhenReady isReady={stage === 'ready'} />
        </div>
      )}
      <Bill order={order} />
    </>
  );
}

type NowProps = { order: FollowedOrder; stage: Stage; timeZone: string };

function Now({ order, stage, timeZone }: NowProps) {
  const { readyTime, tableNumber, message } = order;
  if (stage === 'ended')
    return <p class="now now-ended">{message ?? 'This order was not paid for, and nothing was taken.'}</p>;
  if (stage === 'handed-over') return <p class="now">Thank you!</p>;
  if (stage === 'ready')
    return <p class="now now-ready">{tableNumber ? 'Ready: on its way to you' : 'Ready to collect'}</p>;
  if (stage === 'sent') return <p class="now">Sent. Waiting for the staff to accept it.</p>;
  if (!readyTime) return <p class="now">Accepted</p>;
  const laterThan = latenessOf(readyTime);
  return (
    <p class="now">
      Ready <time dateTime={readyTime.readyBy}>{timeOnWall(readyTime.readyBy, timeZone)}</time>
      {laterThan && <small>Later than the {timeOnWall(laterThan, timeZone)} that we said. Sorry!</small>}
    </p>
  );
}

const steps: [Stage, string][] = [
  ['sent', 'Sent'],
  ['accepted', 'Accepted'],
  ['making', 'In the making'],
  ['ready', 'Ready'],
];

function Steps({ stage }: { stage: Stage }) {
  const reached = stage === 'handed-over' ? steps.length : steps.findIndex(([name]) => name === stage);
  return (
    <ol class="steps">
      {steps.map(([name, label], at) => (
        <li
          key={name}
          class={at <= reached ? 'step step-done' : 'step'}
          aria-current={at === reached && 'step'}
        >
          {at <= reached && <TickIcon />}
          {label}
        </li>
      ))}
    </ol>
  );
}

function Bill({ order }: { order: FollowedOrder }) {
  const { items, serviceCharge, tip, amount, refunded, tableNumber } = order;
  return (
    <section aria-label="What you ordered" class="bill">
      {tableNumber && <p>Table {tableNumber}</p>}
      <ul class="figures">
        {items.map((item) => (
          <BillLine key={item.id} item={item} />
        ))}
        <Amount name="Small order fee" amount={serviceCharge} />
        <Amount name="Tip" amount={tip} />
        <li class="sum sum-total">
          <span>Total</span>
          <span>{formatPence(amount)}</span>
        </li>
        <Amount name="Refunded" amount={refunded} />
      </ul>
    </section>
  );
}

function BillLine({ item }: { item: FollowedOrder['items'][number] }) {
  const { name, quantity, cost, modifications, ageRestricted } = item;
  const each = modifications.reduce((total, one) => total + one.cost, Number(cost));
  return (
    <li class="sum">
      <span>
        {quantity} × <bdi>{name}</bdi>
        {modifications.length > 0 && <small class="soft">{modifications.map(optionText).join(', ')}</small>}
        <small class="soft">
          {lineAllergensText(item)}
          {ageRestricted && ' · 18+'}
        </small>
      </span>
      <span>{formatPence(quantity * each)}</span>
    </li>
  );
}

function Amount({ name, amount }: { name: string; amount: number }) {
  if (amount === 0) return null;
  return (
    <li class="sum">
      <span>{name}</span>
      <span>{formatPence(amount)}</span>
    </li>
  );
}
