/** When something of a catalog's newest revision can be ordered for the last time; null of one without hours. */
export const menuHours = `
alter table catalogs add column menu_hours jsonb;
`;
