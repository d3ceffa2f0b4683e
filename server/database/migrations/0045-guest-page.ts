/** Whether guests of an outlet order on the server's own page. */
export const guestPage = `
alter table outlets add column guest_page boolean not null default true;
`;
