import { useCallback } from 'react';
import { useStore } from 'react-redux';
import type { Order } from '#shared/api/orders.ts';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import type { PrintRequest } from '#shared/print/jobs.ts';
import type { Station } from '#shared/api/stations.ts';
import { customerReceipt, kitchenTicket } from '#shared/print/order-documents.ts';
import { printsFor, takes } from '#shared/print/printer.ts';
import type { Printing } from '#shared/host/printing.ts';
import { ticketsOf, type Ticket } from '#shared/print/station-tickets.ts';
import { useOutletQuery } from '../api/api-slice.ts';
import { useServices } from '../state/hooks.ts';
import { selectOutletName } from '../state/orders-slice.ts';
import { outletQuery } from '../state/queries.ts';
import type { RootState } from '../state/store.ts';
import { numberOf, placeOf } from '../orders/place-of.ts';
import { useToast } from '../ui/toasts.tsx';
import { queuedWords } from './print-chip.tsx';

const names = { ticket: 'kitchen tickets', receipt: 'receipts', report: 'reports', test: 'test pages' };

const none: readonly Station[] = [];

/** Prints one or several documents of one subject by hand, and shows once where they went. */
export function usePrint(): (request: PrintRequest, more?: readonly PrintRequest[]) => Promise<void> {
  const { platform } = useServices();
  const toast = useToast();
  return useCallback(
    async (request, more = []) => {
      const printed = [request, ...more].map((one) => platform.print(one).catch(() => null));
      const outcomes = await Promise.all(printed);
      const outcome = outcomes.find((one) => one?.kind !== 'queued') ?? outcomes[0];
      switch (outcome?.kind) {
        case 'queued':
          return toast('info', `${request.label}: ${queuedFor(platform.printing(), request)}`);
        case 'handed-to-browser':
          return toast('info', `${request.label}: handed to the browser`);
        case 'no-printer':
          return toast(
            'warning',
            `No printer takes ${names[request.document.kind]}. Set one up in Settings.`,
          );
        default:
          return toast('error', GENERIC_MESSAGE);
      }
    },
    [platform, toast],
  );
}

/** That a sheet is to be printed, or what it waits for as far as is known. */
function queuedFor({ settings, printers }: Printing, request: PrintRequest): string {
  const ids = new Set(settings.printers.filter((printer) => takes(printer, request)).map(({ id }) => id));
  const troubled = printers.find(({ printerId, problem }) => problem !== null && ids.has(printerId));
  const words = queuedWords(troubled?.problem ?? null);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Prints a ticket of any order by hand; its outlet is loaded, as of whatever shows orders to act on. */
export function usePrintTicket(): (order: Order) => void {
  const { platform } = useServices();
  const print = usePrint();
  const { getState } = useStore<RootState>();
  return useCallback(
    (order) => {
      const state = getState();
      const { data: outlet } = outletQuery(order.outletId)(state);
      const zone = zoneOf(outlet);
      const outletName = selectOutletName(state, order.outletId);
      const printers = platform
        .printing()
        .settings.printers.filter(
          (printer) => printer.documents.ticket.when !== 'never' && printsFor(printer, order.outletId),
        );
      const tickets = ticketsOf(order, printers, outlet?.stations?.list ?? none, outletName, zone);
      // What no printer's stations make is printed whole, because somebody asked for it.
      const whole: Ticket = { printerId: null, document: kitchenTicket(order, outletName, zone) };
      const request = ({ printerId, document, stationIds }: Ticket): PrintRequest => ({
        ...requestOf(order, document, outletName),
        ...(printerId !== null && { printerId }),
        ...(stationIds && { stationIds }),
      });
      const [first = whole, ...more] = tickets;
      void print(request(first), more.map(request));
    },
    [platform, print, getState],
  );
}

/** Prints an order's receipt by hand; undefined until its outlet's address is loaded. */
export function usePrintReceipt(outletId: string): ((order: Order) => Promise<void>) | undefined {
  const { platform } = useServices();
  const { data: outlet } = useOutletQuery(outletId, { skip: outletId === '' });
  const print = usePrint();
  const { getState } = useStore<RootState>();
  return (
    outlet &&
    ((order) =>
      print(
        requestOf(
          order,
          customerReceipt(order, outlet, platform.printing().settings.receipt),
          selectOutletName(getState(), order.outletId),
        ),
      ))
  );
}

/** The print request for an order's document, with its job's label; the outlet's name if several are watched. */
export function requestOf(
  order: Order,
  document: PrintRequest['document'],
  outletName: string | null,
): PrintRequest {
  const place = [placeOf(order), ...(outletName === null ? [] : [outletName])].join(', ');
  const label = `Order ${numberOf(order)}, ${place}`.slice(0, 200);
  return { subject: order.id, outletId: order.outletId, label, document };
}
