/** What was said of the age of an order's customer, when and at which screen; null until then. */
export const ageChecks = `
alter table orders add column age_check jsonb;
`;
