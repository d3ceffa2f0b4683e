/** What a seller reads, beside their account's connection, while it takes no payments; stored in that place. */
export const CANNOT_CHARGE =
  'Stripe takes no payments for this account just now, so customers cannot pay. Stripe’s dashboard says what it needs.';
