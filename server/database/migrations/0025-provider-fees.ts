/** The fees that the card provider itself took, once it has said so. */
export const providerFees = `
alter table orders add column platform_fee_taken int check (platform_fee_taken >= 0);
alter table orders add column card_fee_taken int check (card_fee_taken >= 0);
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('capture', 'refund', 'correction', 'fees')) not valid;
`;
