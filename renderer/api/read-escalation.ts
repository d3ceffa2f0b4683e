import type { Alert, Drill, Escalation, Rungs } from '#shared/api/escalation.ts';
import { idOf, record, text, textOrNull } from '#shared/base/loose-json.ts';
import { alertChannels, rungNames, type AlertChannel } from '#shared/base/rungs.ts';
import { list, timeIfSaid, timeOrNull, whole } from './loose-values.ts';

export function readEscalation(value: unknown): Escalation {
  const json = record(value);
  const said = record(json['rungs']);
  const rungs = rungNames.map((name) => {
    const { on, afterSeconds } = record(said[name]);
    return [name, { on: on === true, afterSeconds: whole(afterSeconds) }];
  });
  return {
    rungs: Object.fromEntries(rungs) as Rungs,
    emails: list(json['emails']).map(text).filter(Boolean),
    webhookUrl: text(json['webhookUrl']),
    webhookKey: textOrNull(json['webhookKey']),
    phones: list(json['phones']).map((value) => {
      const phone = record(value);
      const goneAt = timeOrNull(phone['goneAt']);
      return {
        id: idOf(phone),
        name: text(phone['name']),
        addedAt: timeIfSaid(phone['addedAt']),
        ...(goneAt !== null && { goneAt }),
      };
    }),
    pushKey: text(json['pushKey']),
    missing: list(json['missing']).map((value) => {
      const { channel, why } = record(value);
      return { channel: channelOf(channel), why: why === 'no-sender' ? why : 'nobody' };
    }),
  };
}

/** Null: there was none yet. */
export function readDrill(value: unknown): Drill | null {
  const json = record(value);
  if (idOf(json) === '') return null;
  return {
    id: idOf(json),
    startedAt: timeIfSaid(json['startedAt']),
    endsAt: timeIfSaid(json['endsAt']),
    results: list(json['results']).map((value) => {
      const { channel, name, result, why } = record(value);
      return {
        channel: channelOf(channel),
        name: text(name),
        result: result === 'arrived' || result === 'missing' ? result : 'waiting',
        ...(text(why) !== '' && { why: text(why) }),
      };
    }),
  };
}

const states = ['sending', 'delivered', 'failed', 'stopped'] as const;

export function readAlert(value: unknown): Alert {
  const json = record(value);
  const arrivedAt = timeOrNull(json['arrivedAt']);
  return {
    rung: rungNames.find((rung) => rung === json['rung']) ?? 'drill',
    channel: channelOf(json['channel']),
    name: text(json['name']),
    at: timeIfSaid(json['at']),
    state: states.find((state) => state === json['state']) ?? 'failed',
    ...(text(json['why']) !== '' && { why: text(json['why']) }),
    ...(arrivedAt !== null && { arrivedAt }),
  };
}

const channelOf = (value: unknown): AlertChannel =>
  alertChannels.find((channel) => channel === value) ?? 'screens';
