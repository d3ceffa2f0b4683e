/** Where the lines of an outlet's orders are made, by category. */
export const stations = `
alter table outlets add column stations jsonb not null default '[]', add column stations_version integer not null default 1;
`;
