/** An outlet's VAT number, the rate of what has none of its own, and whether the prices of its menu include VAT. */
export const vat = `
alter table outlets add column vat_number text not null default '';
alter table outlets add column vat_rate int check (vat_rate between 0 and 100);
alter table outlets add column prices_include_vat boolean not null default true;
`;
