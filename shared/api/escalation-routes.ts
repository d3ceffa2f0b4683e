import { z } from 'zod';
import { alert, drill, escalation, escalationBody, heardBody, phoneBody } from './escalation.ts';
import { id, nothing } from './fields.ts';

const outletParams = z.object({ outletId: id });

/** The contract's calls about orders that nobody has seen. */
export const escalationRoutes = {
  'GET /sellers/outlets/:outletId/escalation': {
    summary: 'Whom the outlet tells of an order that nobody has seen, and when.',
    access: 'verified',
    params: outletParams,
    reply: escalation,
  },
  'PUT /sellers/outlets/:outletId/escalation': {
    summary: 'Sets whom the outlet tells of an order that nobody has seen, and when.',
    access: 'verified',
    params: outletParams,
    body: escalationBody,
    reply: escalation,
  },
  'POST /sellers/outlets/:outletId/phones': {
    summary: 'Adds the phone or browser that asks; orders that nobody has seen are shown on it.',
    access: 'verified',
    params: outletParams,
    body: phoneBody,
    reply: escalation,
  },
  'DELETE /sellers/outlets/:outletId/phones/:phoneId': {
    summary: 'Removes a phone or browser.',
    access: 'verified',
    params: z.object({ outletId: id, phoneId: id }),
    reply: escalation,
  },
  'POST /sellers/outlets/:outletId/drill': {
    summary: 'Sends a marked test to everybody and every device at once.',
    access: 'verified',
    params: outletParams,
    reply: drill,
  },
  'GET /sellers/outlets/:outletId/drill': {
    summary: 'The last drill, with who was reached; null if there was none.',
    access: 'verified',
    params: outletParams,
    reply: drill.nullable(),
  },
  'GET /sellers/orders/:orderId/alerts': {
    summary: 'What was sent because nobody had seen the order, oldest first.',
    access: 'verified',
    params: z.object({ orderId: id }),
    reply: z.array(alert),
  },
  'POST /sellers/alarms/heard': {
    summary: 'A screen says that it rings for these alarms.',
    access: 'verified',
    body: heardBody,
    reply: nothing,
  },
  'POST /alerts/arrived': {
    summary: 'A phone says that it has shown a notification, with the token that came with it.',
    access: 'anyone',
    body: z.strictObject({ token: z.string().max(128) }),
    reply: nothing,
  },
} as const;
