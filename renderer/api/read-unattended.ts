import { idOf, record, text, textOrNull, texts } from '#shared/base/loose-json.ts';
import type { Alarm } from '#shared/api/escalation.ts';
import type { Unattended } from '#shared/api/unattended.ts';
import { unheardReasons } from '#shared/base/hearing.ts';
import { list, timeIfSaid, whole, wholeOrNull } from './loose-values.ts';

export function readUnattended(value: unknown): Unattended {
  const { orders, outlets, screens, alarms } = record(value);
  const ringing = list(alarms).map(readAlarm);
  return {
    orders: list(orders).map((order) => {
      const json = record(order);
      return {
        id: idOf(json),
        ...texts(json, 'outletId', 'outletName'),
        orderNumber: whole(json['orderNumber']),
        tableNumber: textOrNull(json['tableNumber']),
        since: timeIfSaid(json['since']),
      };
    }),
    outlets: list(outlets).map((outlet) => {
      const json = record(outlet);
      return {
        id: idOf(json),
        name: text(json['name']),
        since: timeIfSaid(json['since']),
      };
    }),
    screens: list(screens).flatMap((screen) => {
      const json = record(screen);
      const why = unheardReasons.find((reason) => reason === json['why']);
      if (!why) return [];
      return {
        ...texts(json, 'outletId', 'outletName', 'screenId', 'screenName'),
        why,
        since: timeIfSaid(json['since']),
      };
    }),
    ...(ringing.length > 0 && { alarms: ringing }),
  };
}

function readAlarm(value: unknown): Alarm {
  const json = record(value);
  return {
    id: idOf(json),
    drill: json['drill'] === true,
    ...texts(json, 'outletId', 'outletName'),
    orderNumber: wholeOrNull(json['orderNumber']),
    tableNumber: textOrNull(json['tableNumber']),
    since: timeIfSaid(json['since']),
  };
}
