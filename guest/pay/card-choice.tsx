import { useEffect, useRef, useState } from 'preact/hooks';
import type { GuestPayments } from '#shared/api/customer-routes.ts';
import type { Pence } from '#shared/base/money.ts';
import { NOT_LOADED, stripeForm, type CardForm, type StripeForm } from './cards.ts';

type CardChoiceProps = {
  payments: GuestPayments | undefined;
  amount: Pence;
  /** Called with the form that the guest has before them. */
  onForm: (form: CardForm) => void;
};

/** How the guest pays here. */
export function CardChoice({ payments, amount, onForm }: CardChoiceProps) {
  if (!payments) return null;
  return payments.provider === 'test' ? (
    <TestCards onForm={onForm} />
  ) : (
    <StripeCard payments={payments} amount={amount} onForm={onForm} />
  );
}

const testCards = [
  { id: 'test_ok', name: 'A test card that pays' },
  { id: 'test_declined', name: 'A test card that is declined' },
];

/** A server for demonstration takes no real card. */
function TestCards({ onForm }: Pick<CardChoiceProps, 'onForm'>) {
  const [card, setCard] = useState('test_ok');
  useEffect(() => {
    onForm({ method: async () => ({ id: card, at: Date.now() }), confirm: async () => undefined });
  }, [card, onForm]);
  return (
    <fieldset class="options">
      <legend>Card</legend>
      <p class="soft">This is a demonstration: no money is taken.</p>
      {testCards.map(({ id, name }) => (
        <label key={id} class="check">
          <input type="radio" name="card" checked={card === id} onChange={() => setCard(id)} />
          <span class="option">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

type StripeCardProps = Omit<CardChoiceProps, 'payments'> & {
  payments: Extract<GuestPayments, { provider: 'stripe' }>;
};

function StripeCard({ payments, amount, onForm }: StripeCardProps) {
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<StripeForm | null>(null);
  const [tries, setTries] = useState(1);
  const [cannotLoad, setCannotLoad] = useState(false);
  const { publishableKey, account } = payments;
  useEffect(() => {
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const form = stripeForm({ publishableKey, account }, amount, isDark ? 'dark' : 'light');
    mounted.current = form;
    onForm(form);
    if (place.current) void form.mount(place.current).then((isThere) => setCannotLoad(!isThere));
    // The amount is told below as it changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [publishableKey, account, onForm, tries]);
  useEffect(() => mounted.current?.setAmount(amount), [amount]);
  return (
    <fieldset class="options">
      <legend>Card</legend>
      <div ref={place} />
      {cannotLoad && (
        <p class="status status-closed">
          {NOT_LOADED}{' '}
          <button type="button" class="button" onClick={() => setTries(tries + 1)}>
            Try again
          </button>
        </p>
      )}
    </fieldset>
  );
}
