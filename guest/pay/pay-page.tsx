import type { AtPlace, GuestPlace } from '#shared/api/guest-pages.ts';
import { formatPence } from '#shared/base/money.ts';
import { addressesOf } from '../base/addresses.ts';
import { BackIcon } from '../base/icons.tsx';
import { problemBelow } from '../base/basket.ts';
import type { BasketMenu } from '../base/held-menu.ts';
import { keep, useKept, type Kept } from '../base/kept.ts';
import { LinesList } from '../base/lines-list.tsx';
import { orderingWords, whereTo } from '../base/page-head.tsx';
import { OwnOrders } from '../base/own-orders.tsx';
import { useBasketMenu } from '../base/use-basket-menu.ts';
import { useMenu } from '../base/use-menu.ts';
import { CardChoice } from './card-choice.tsx';
import { GuestFields } from './guest-fields.tsx';
import { Outcome } from './outcome.tsx';
import { TipChoice } from './tip-choice.tsx';
import { useCardPolicy } from './use-card-policy.ts';
import { usePaying } from './use-paying.ts';

/** Where a guest says who they are, and pays. */
export function PayPage(place: GuestPlace) {
  const { table } = place;
  const { menu, readAgain } = useMenu(place);
  const { outlet } = menu;
  const kept = useKept(outlet.id);
  const forBasket = useBasketMenu(menu, kept);
  return (
    <div class="page">
      <header class="head head-small">
        <a class="round quiet" href={addressesOf(outlet.id, table).menu} aria-label="Back to the menu">
          <BackIcon />
        </a>
        <div>
          <h1>Pay</h1>
          <p class="where">
            <bdi>{outlet.name}</bdi> · {whereTo(menu, table)}
          </p>
        </div>
      </header>
      <main>
        <noscript>
          <p class="status status-closed">
            This browser runs no scripts, which paying needs. Please order at the bar.
          </p>
        </noscript>
        {kept && (
          <Paying
            {...forBasket}
            table={table}
            kept={kept}
            served={place.menu.payments}
            onRefused={readAgain}
          />
        )}
      </main>
    </div>
  );
}

type PayingProps = AtPlace &
  BasketMenu & {
    kept: Kept;
    /** How guests paid here when the page was served. */
    served: GuestPlace['menu']['payments'];
    onRefused: () => void;
  };

function Paying({ menu, notice, table, kept, served, onRefused }: PayingProps) {
  const { outlet } = menu;
  const refusal = orderingWords(menu);
  const paying = usePaying({ menu, table, kept, refusal, onRefused });
  const { state, busy, basket, sums } = paying;
  const problems = busy ? {} : sums.problems;
  useCardPolicy(served, menu.payments, busy);
  if (kept.lines.length === 0 && !busy)
    return (
      <>
        <OwnOrders outletId={outlet.id} kept={kept} table={table} />
        {(state.kind === 'forgotten' || state.kind === 'emptied') && (
          <Outcome state={state} refusal={null} problem={null} />
        )}
        <p class="nothing">
          Your basket is empty. <a href={addressesOf(outlet.id, table).menu}>Back to the menu</a>
        </p>
      </>
    );
  return (
    <form class="paying" onSubmit={paying.pay} aria-busy={busy} noValidate>
      <fieldset disabled={busy}>
        <legend class="visually-hidden">Your order</legend>
        <LinesList
          categories={menu.catalog?.categories ?? []}
          lines={basket.lines}
          problems={problems}
          onChange={(lines) => void keep(outlet.id, () => ({ lines }))}
        />
        <GuestFields menu={menu} table={table} kept={basket} problems={paying.missing} />
        <TipChoice
          tip={basket.tip}
          items={sums.items}
          onChange={(tip) => void keep(outlet.id, () => ({ tip }))}
        />
        <CardChoice payments={menu.payments} amount={sums.amount} onForm={paying.onForm} />
      </fieldset>
      <Sums sums={sums} tip={basket.tip} />
      {notice && (
        <p class="status status-waiting" role="status">
          {notice}
        </p>
      )}
      <Outcome state={state} refusal={refusal} problem={problemBelow(problems)} />
      <button
        type="submit"
        class="button button-primary button-large wide"
        // Disabled meanwhile, it would lose the focus to the page.
        aria-disabled={busy || undefined}
        disabled={!busy && (refusal !== null || sums.cannot)}
      >
        {busy ? 'Paying…' : `Pay ${formatPence(sums.amount)}`}
      </button>
    </form>
  );
}

function Sums({ sums, tip }: { sums: ReturnType<typeof usePaying>['sums']; tip: number }) {
  return (
    <dl class="sums figures">
      <Sum name="Items" amount={sums.items} />
      {sums.fee > 0 && (
        <Sum name={`Small order fee (below ${formatPence(sums.feeBelow)})`} amount={sums.fee} />
      )}
      {tip > 0 && <Sum name="Tip" amount={tip} />}
      <Sum name="Total" amount={sums.amount} />
    </dl>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div class={name === 'Total' ? 'sum sum-total' : 'sum'}>
      <dt>{name}</dt>
      <dd>{formatPence(amount)}</dd>
    </div>
  );
}
