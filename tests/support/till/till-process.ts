/**
 * One till's printing in its own process, with the server it prints for, for tests that kill it: `till-process.ts
 * JSON`.
 */
import type { Order } from '#shared/api/orders.ts';
import { reachedMoments } from '#shared/print/by-itself.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { askClaims } from '../../../main/printing/ask-claims.ts';
import { openPrintShop, samplePrinter } from '../printing/print-shop.ts';

export type TillProcess = {
  folder: string;
  name: string;
  apiBase: string;
  outletId: string;
  accessToken: string;
  printerPort: number;
  leaseMs: number;
  /** False for a till that uses no claims. */
  claims: boolean;
  /** The probability that a request to the server is lost, and likewise an answer; from 0 to 1. */
  lost: number;
};

const till = JSON.parse(process.argv[2] ?? '') as TillProcess;
const { apiBase, outletId, accessToken } = till;
const shop = await openPrintShop(till.folder, {
  printers: [samplePrinter(till.printerPort)],
  everyMs: 25,
  leaseMs: till.leaseMs,
  claims: till.claims
    ? askClaims({
        apiBase: () => apiBase,
        fetch: unreliably,
        accessToken: () => accessToken,
        refresh: async () => ({ kind: 'unreachable' }),
        tillName: () => till.name,
      })
    : null,
});

async function unreliably(url: string, init: RequestInit): Promise<Response> {
  if (Math.random() < till.lost) throw new Error('The question was lost');
  const reply = await fetch(url, init);
  if (Math.random() < till.lost) throw new Error('The answer was lost');
  return reply;
}

/** Like the page: reports every moment again and again. */
async function tellOfOrders(): Promise<void> {
  const reply = await fetch(`${apiBase}/sellers/outlets/${outletId}/orders`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  for (const order of (await reply.json()) as Order[])
    for (const { moment, at } of reachedMoments(order))
      shop.queue.due({
        subject: order.id,
        outletId,
        label: String(order.orderNumber),
        document: kitchenTicket(order),
        moment,
        at,
        ageMs: Math.max(0, Date.now() - Date.parse(at)),
      });
}

setInterval(() => void tellOfOrders().catch(() => undefined), 100);
