/** By which an outlet's hours, days and documents are told: a name of the IANA's list. */
export const timeZones = `
alter table outlets add column time_zone text not null default 'Europe/London';
`;
