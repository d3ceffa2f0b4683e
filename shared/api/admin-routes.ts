import { z } from 'zod';
import { accountStatusReply } from './accounts.ts';
import {
  auditLogQuery,
  auditLogReply,
  leadsBody,
  leadsQuery,
  leadsReply,
  outletsReply,
  reviewedOutlet,
  reviewedSeller,
  reviewQuery,
  sellersReply,
  statusChange,
} from './admin.ts';
import { id, nothing } from './fields.ts';

/** The contract's calls of the admin screens and of the enquiry form. */
export const adminRoutes = {
  'POST /sellers/leads': {
    summary: 'Leaves word that businesses would like to join.',
    access: 'anyone',
    body: leadsBody,
    reply: nothing,
    status: 201,
  },
  'GET /admin/leads': {
    summary: 'Businesses that would like to join, newest first.',
    access: 'admin',
    query: leadsQuery,
    reply: leadsReply,
  },
  'GET /admin/audit-log': {
    summary: 'Who did what to which account or outlet, newest first.',
    access: 'admin',
    query: auditLogQuery,
    reply: auditLogReply,
  },
  'GET /admin/sellers': {
    summary:
      'Sellers by company name: all of them, or with any parameter a page of those that fit. The search for an id finds that seller alone.',
    access: 'admin',
    query: reviewQuery,
    reply: sellersReply,
  },
  'GET /admin/sellers/account-statuses': {
    summary: 'The statuses an account or an outlet may have.',
    access: 'admin',
    reply: z.array(accountStatusReply),
  },
  'PATCH /admin/sellers': {
    summary:
      'Sets the status of an account; where it is neither that nor `from` by now, 409 `STATUS_CHANGED`. Unless it is verified, its sockets close and its outlets sell nothing.',
    access: 'admin',
    body: statusChange,
    reply: reviewedSeller,
  },
  'PATCH /admin/sellers/outlet': {
    summary:
      'Sets the status of an outlet; where it is neither that nor `from` by now, 409 `STATUS_CHANGED`. Unless it is verified, it takes no orders; open ones can be worked to their end.',
    access: 'admin',
    body: statusChange,
    reply: reviewedOutlet,
  },
  'GET /admin/sellers/:sellerId/outlets': {
    summary: "One seller's outlets, by name.",
    access: 'admin',
    params: z.object({ sellerId: id }),
    reply: z.array(reviewedOutlet),
  },
  'GET /admin/outlets': {
    summary: 'Outlets of every seller by name: all of them, or with any parameter a page of those that fit.',
    access: 'admin',
    query: reviewQuery,
    reply: outletsReply,
  },
} as const;
