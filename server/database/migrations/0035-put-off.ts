/** Ends of a menu's hours that an outlet put off: what ends at a moment goes on until another. */
export const putOff = `
alter table outlets add column put_off jsonb not null default '[]';
`;
