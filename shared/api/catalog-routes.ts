import { z } from 'zod';
import {
  catalog,
  catalogBody,
  catalogRevision,
  newCatalogBody,
  revisionSummary,
  soldOutBody,
} from './catalogs.ts';
import { id, nothing, revisionInAddress } from './fields.ts';

const catalogParams = z.object({ catalogId: id });
const revisionParams = z.object({ catalogId: id, revision: revisionInAddress.min(1) });

/** The contract's calls about catalogs. */
export const catalogRoutes = {
  'GET /sellers/catalogs': {
    summary: "The seller's catalogs, by name.",
    access: 'verified',
    reply: z.array(catalog),
  },
  'POST /sellers/catalogs': {
    summary: 'Adds a catalog: empty, or with the categories of the one it is a copy of.',
    access: 'verified',
    body: newCatalogBody,
    reply: catalog,
    large: true,
    status: 201,
    idempotency: 'honoured',
  },
  'GET /sellers/catalogs/:catalogId': {
    summary: 'One catalog.',
    access: 'verified',
    params: catalogParams,
    reply: catalog,
    large: true,
  },
  'PATCH /sellers/catalogs/:catalogId': {
    summary:
      'Saves a whole catalog as its next revision. What is sold out stays as it is: it has a call of its own.',
    access: 'verified',
    params: catalogParams,
    body: catalogBody,
    reply: catalog,
    large: true,
    versioned: true,
  },
  'DELETE /sellers/catalogs/:catalogId': {
    summary: 'Deletes a catalog with its revisions; refused while outlets sell from it.',
    access: 'verified',
    params: catalogParams,
    reply: nothing,
    versioned: true,
  },
  'POST /sellers/catalogs/:catalogId/sold-out': {
    summary:
      'Marks an item, or one of its options, sold out until a time or for the session, or with null offers it again. Makes no revision.',
    access: 'verified',
    params: catalogParams,
    body: soldOutBody,
    reply: catalog,
    large: true,
  },
  'GET /sellers/catalogs/:catalogId/revisions': {
    summary: 'What the catalog was, newest first: up to `limit` revisions older than `before`.',
    access: 'verified',
    params: catalogParams,
    query: z.object({
      before: revisionInAddress.min(1).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    reply: z.array(revisionSummary),
  },
  'GET /sellers/catalogs/:catalogId/revisions/:revision': {
    summary: 'One revision of a catalog.',
    access: 'verified',
    params: revisionParams,
    reply: catalogRevision,
    large: true,
  },
  'POST /sellers/catalogs/:catalogId/revisions/:revision/restore': {
    summary: 'Saves what a revision was as the next revision.',
    access: 'verified',
    params: revisionParams,
    reply: catalog,
    large: true,
    versioned: true,
  },
} as const;
