/** The size of each catalog as JSON, so that a seller's catalogs can be added up without reading them. */
export const catalogSizes = `
alter table catalogs add column bytes int not null default 0;
update catalogs set bytes = octet_length(r.categories::text) from catalog_revisions r
  where r.catalog_id = catalogs.id and r.revision = catalogs.revision;
`;
