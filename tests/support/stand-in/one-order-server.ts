import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LineCount, Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { applyCommand, type OrderCommand } from '#shared/orders/machine.ts';
import { countLines } from '#shared/orders/refunded-lines.ts';

export type HeardRequest = {
  /** `POST /api/sellers/orders/accept/order`. */
  call: string;
  key: string | null;
  /** The version that it was pressed on, as `If-Match` had it. */
  version: string | null;
  body: Record<string, unknown>;
};

export type OneOrderServer = {
  origin: string;
  apiBase: string;
  /** The order as it stands; a test may change it as somebody else would. */
  stored: Order;
  /** What was asked, in order. */
  requests: HeardRequest[];
  /** How many of the next answers to a press are lost after it has taken effect. */
  losing: number;
  /** How an answer is lost: the connection ends, or whatever stands in front of the server answers 500. */
  loses: 'connection' | 'with-500';
  /** Whether it knows the keys of presses that it has answered. */
  keepsKeys: boolean;
  /** False for a server that answers a press by `{}`, or what else it answers. */
  replies: boolean | object;
  close(): void;
};

/** A real server with one order, which counts, refuses and loses as a test has it. */
export async function oneOrderServer(order: Order): Promise<OneOrderServer> {
  const answered = new Map<string, Order>();
  const http = createServer((request, reply) => {
    void bodyOf(request).then((body) => {
      const heard: HeardRequest = {
        call: `${request.method} ${request.url}`,
        key: (request.headers['idempotency-key'] as string | undefined) ?? null,
        version: request.headers['if-match'] ?? null,
        body,
      };
      server.requests.push(heard);
      const { status, answer } = act(server, answered, heard);
      if (request.method === 'POST' && server.losing-- > 0)
        return server.loses === 'connection' ? request.socket.destroy() : reply.writeHead(500).end();
      return reply
        .writeHead(status, { 'content-type': 'application/json' })
        .end(
          JSON.stringify(request.method === 'GET' || server.replies === true ? answer : server.replies || {}),
        );
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: OneOrderServer = {
    origin,
    apiBase: `${origin}/api`,
    stored: order,
    requests: [],
    losing: 0,
    loses: 'connection',
    keepsKeys: true,
    replies: true,
    close() {
      http.closeAllConnections();
      http.close();
    },
  };
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function act(
  server: OneOrderServer,
  answered: Map<string, Order>,
  { call, key, version, body }: HeardRequest,
): { status: number; answer: unknown } {
  if (call.startsWith('GET '))
    return call.includes('/orders/') ? { status: 200, answer: server.stored } : { status: 404, answer: {} };
  const before = key === null || !server.keepsKeys ? undefined : answered.get(key);
  if (before) return { status: 200, answer: before };
  const conflict = (message: string) => ({
    status: 409,
    answer: { error: { code: 'CONFLICT', message }, current: server.stored },
  });
  if (version !== `"${server.stored.version}"`) return conflict('Somebody else has changed this order.');
  const kind =
    /(accept|ready-time|read-note|check-age|cancel|complete|refund|progress-order|regress-order|progress)\//.exec(
      call,
    )?.[1] ?? '';
  if (kind === 'refund') server.stored = refunded(server.stored, body as RefundBody);
  else {
    const command = {
      'progress-order': 'progress',
      'regress-order': 'regress',
      progress: 'progressItems',
      'read-note': 'readNote',
      'ready-time': 'moveReadyTime',
      'check-age': 'checkAge',
    }[kind];
    const moved = applyCommand(server.stored, { kind: command ?? kind, ...body } as OrderCommand);
    if (moved.kind === 'refused') return conflict(moved.message);
    if (moved.kind === 'moved') {
      const { ageCheck, ...next } = moved.next;
      server.stored = {
        ...server.stored,
        ...next,
        ...(ageCheck && {
          ageCheck: { ...ageCheck, lines: [...ageCheck.lines], at: null, screenName: null },
        }),
        itemStatus: [...moved.next.itemStatus],
        version: server.stored.version + 1,
      };
    }
  }
  if (key !== null) answered.set(key, server.stored);
  return { status: 200, answer: server.stored };
}

type RefundBody = { amountToRefund: number; lines?: LineCount[] };

function refunded(order: Order, { amountToRefund: amount, lines }: RefundBody): Order {
  const named = lines?.map((line) => ({
    ...line,
    name: order.items.find(({ id }) => id === line.id)?.name ?? '',
  }));
  const refunds = [
    ...order.payment.refunds,
    {
      id: `refund-${order.version}`,
      amount: pence(amount),
      createdAt: order.createdAt,
      reason: null,
      ...(named && { lines: named }),
    },
  ];
  const byLine = order.payment.refundedLines && { refundedLines: countLines(refunds) };
  return {
    ...order,
    refunded: pence(order.refunded + amount),
    payment: { ...order.payment, refunds, ...byLine },
    version: order.version + 1,
  };
}
