import { idOf, record, text, textOrNull } from '#shared/api/loose-json.ts';
import type { Unattended } from '#shared/api/unattended.ts';
import { unheardReasons } from '#shared/hearing.ts';
import { list, timeOrNull, whole } from './loose-values.ts';

export function readUnattended(value: unknown): Unattended {
  const { orders, outlets, screens } = record(value);
  return {
    orders: list(orders).map((order) => {
      const json = record(order);
      return {
        id: idOf(json),
        outletId: text(json['outletId']),
        outletName: text(json['outletName']),
        orderNumber: whole(json['orderNumber']),
        tableNumber: textOrNull(json['tableNumber']),
        since: timeOrNull(json['since']) ?? new Date(0).toISOString(),
      };
    }),
    outlets: list(outlets).map((outlet) => {
      const json = record(outlet);
      return {
        id: idOf(json),
        name: text(json['name']),
        since: timeOrNull(json['since']) ?? new Date(0).toISOString(),
      };
    }),
    screens: list(screens).flatMap((screen) => {
      const json = record(screen);
      const why = unheardReasons.find((reason) => reason === json['why']);
      if (!why) return [];
      return {
        outletId: text(json['outletId']),
        outletName: text(json['outletName']),
        screenId: text(json['screenId']),
        screenName: text(json['screenName']),
        why,
        since: timeOrNull(json['since']) ?? new Date(0).toISOString(),
      };
    }),
  };
}
