import { createDocument, type oas32, type ZodOpenApiOperationObject } from 'zod-openapi';
import { z } from 'zod';
import { account } from '#shared/api/accounts.ts';
import { catalog, categories, category, item, modifier } from '#shared/api/catalogs.ts';
import { contract, type Route, type RouteKey } from '#shared/api/contract.ts';
import { errorBody } from '#shared/api/errors.ts';
import { order } from '#shared/api/orders.ts';
import { LONGEST_HEADER, SCREEN_NAME_HEADER } from '#shared/api/screen-name-header.ts';
import { outlet, tradingSession } from '#shared/api/outlets.ts';
import { brand } from '#shared/base/brand.ts';
import { examples } from './examples.ts';
import { refusalsOf, refusalTexts, responseHeaders } from './refusals.ts';

/** Schemas that the document names instead of repeating. */
const named = {
  Account: account,
  Outlet: outlet,
  TradingSession: tradingSession,
  Catalog: catalog,
  Categories: categories,
  Category: category,
  Item: item,
  Modifier: modifier,
  Order: order,
  Error: errorBody,
};

const introduction = `Everything is JSON. Money is whole pence; times are ISO 8601 in UTC; ids are opaque.

A refusal is \`{"error": {"code", "message", "fields"?}}\`: the code is for programs, the message for people. With a 409,
\`current\` is the object as it stands. What is another seller's is 404, like what is not there.

Sign in with \`POST /sellers/sign-in\`, send the access token as \`Authorization: Bearer …\`, and exchange the refresh
token for a new pair when a call answers 401; each refresh token is used once.

Orders carry a \`version\`, catalogs a \`revision\`. Sent as \`If-Match: "3"\`, it keeps a change from undoing somebody
else's. A call with an \`Idempotency-Key\` may be sent again: it acts once, and answers as it did the first time.

A signed-in call may say with \`x-screen-name\` what its screen is called; that is kept as who did it.

Live changes come over socket.io on the same host (\`connect-outlet\` or \`connect-outlets\`, \`order-update\`, \`trading-session-update\`).`;

/** The API as an OpenAPI 3.1 document, made from the same contract as the server and the clients. */
export function openApiDocument(): oas32.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const key of Object.keys(contract) as RouteKey[]) {
    const [method = '', path = ''] = key.split(' ');
    const address = path.replace(/:(\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(key, contract[key]) };
  }
  return createDocument({
    openapi: '3.1.1',
    info: { title: `${brand.name} API`, version: '1', description: introduction },
    servers: [{ url: '/api', description: 'This server' }],
    paths,
    components: {
      schemas: named,
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a sign-in; good for 15 minutes.',
        },
      },
    },
  });
}

function operationOf(key: RouteKey, route: Route): ZodOpenApiOperationObject {
  const [method = '', path = ''] = key.split(' ');
  const header = headersOf(route);
  const status = route.status ?? 200;
  const example = (examples as Partial<Record<RouteKey, unknown>>)[key];
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(path)],
    summary: route.summary,
    description: whoMayCall[route.access] ?? route.access,
    security: route.access === 'anyone' ? [] : [{ accessToken: [] }],
    requestParams: {
      ...(route.params && { path: route.params }),
      ...(route.query && { query: route.query }),
      ...(header && { header }),
    },
    ...(route.body && {
      requestBody: {
        required: !route.body.safeParse(undefined).success,
        content: { 'application/json': { schema: route.body, ...(example !== undefined && { example }) } },
      },
    }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(status !== 204 && {
          content: { [route.events ? 'text/event-stream' : 'application/json']: { schema: route.reply } },
        }),
      },
      ...Object.fromEntries(
        refusalsOf(method, route).map((refusal) => [
          refusal,
          {
            description: refusalTexts[refusal],
            headers: responseHeaders[refusal] ?? {},
            content: { 'application/json': { schema: errorBody } },
          },
        ]),
      ),
    },
  };
}

const whoMayCall: Record<string, string> = {
  anyone: 'For anyone, without a token.',
  'signed-in': 'For any signed-in account.',
  verified: 'For a seller whose account is verified.',
  admin: 'For an admin.',
};

function headersOf(route: Route): z.ZodObject | null {
  const shape = {
    ...(route.access !== 'anyone' && { [SCREEN_NAME_HEADER]: screenName }),
    ...(route.versioned && {
      'If-Match': z
        .string()
        .regex(/^"\d{1,10}"$/)
        .optional()
        .meta({ description: 'The version that the caller saw; another one is a 409.', example: '"3"' }),
    }),
    ...(route.idempotency && { 'Idempotency-Key': idempotencyKey(route.idempotency === 'required') }),
  };
  return Object.keys(shape).length > 0 ? z.object(shape) : null;
}

const screenName = z.string().max(LONGEST_HEADER).optional().meta({
  description: "What the caller's screen is called, percent-encoded UTF-8; at most 60 characters are kept.",
  example: 'Bar%20till',
});

function idempotencyKey(required: boolean): z.ZodType {
  const key = z.string().regex(/^[\x21-\x7e]{1,255}$/);
  return (required ? key : key.optional()).meta({
    description:
      'Unique to what is asked, such as a UUID; the same key again answers as the first time, for 24 hours. ' +
      'A refund’s key never makes a second refund, however late.',
  });
}

/** `POST /sellers/orders/accept/:orderId` → `postSellersOrdersAcceptByOrderId` */
function operationIdOf(method: string, path: string): string {
  const words = path.replaceAll('/:', '-by-').split(/[^\w]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const nouns = new Set(['outlets', 'orders', 'catalogs']);

/** The subject of a call, from its path; the calls about the caller's own account have no noun there. */
function tagOf(path: string): string {
  const [, room = '', noun = ''] = path.split('/');
  const word = room !== 'sellers' ? room : nouns.has(noun) ? noun : 'account';
  return word.charAt(0).toUpperCase() + word.slice(1);
}
