import { z } from 'zod';

// A port is written with these functions. Each line of a port is one method or event between a page and its host, with the
// schemas of the values that cross. The channel, the bridge, the handler's type and the screens' method are derived from it.

/** The schema of a call without a payload, or without a reply. */
export const nothing = z.void();

/** A call that the page does not wait for. */
export const tell = <P extends z.ZodType>(payload: P) => ({ kind: 'tell', payload, reply: nothing }) as const;

/** A call whose reply the page needs. */
export const ask = <P extends z.ZodType, R extends z.ZodType>(payload: P, reply: R) =>
  ({ kind: 'ask', payload, reply }) as const;

/** Like `ask`, but a host that has the reply returns it without a promise. */
export const recall = <R extends z.ZodType>(reply: R) =>
  ({ kind: 'recall', payload: nothing, reply }) as const;

/** A message that the host sends. */
export const event = <D extends z.ZodType>(data: D) => ({ kind: 'event', data }) as const;

/** A value that the host holds. The page has a copy, which is `before` until the host has answered. */
export const state = <V extends z.ZodType>(value: V, before: z.output<V>) =>
  ({ kind: 'state', payload: nothing, reply: value, data: value, before }) as const;

/** Like `state`, for a value that does not change while a page is open. */
export const fixed = <V extends z.ZodType>(value: V, before: z.output<V>) =>
  ({ kind: 'fixed', payload: nothing, reply: value, before }) as const;

/** For a command that is called once for each order: a whole board may come at once, so its limit is higher. */
export const perOrder = <L extends Line>(line: L) => ({ ...line, perOrder: true }) as const;

type Asked = { payload: z.ZodType; reply: z.ZodType; perOrder?: true };
type Line =
  | ({ kind: 'tell' | 'ask' | 'recall' } & Asked)
  | ({ kind: 'state'; data: z.ZodType; before: unknown } & Asked)
  | ({ kind: 'fixed'; before: unknown } & Asked)
  | { kind: 'event'; data: z.ZodType };
export type Port = Record<string, Line>;

/** Ends a subscription. */
export type Unsubscribe = () => void;

/** What the page can call: all lines but the events. */
export type CommandsOf<P> = { [K in keyof P as P[K] extends Asked ? K : never]: P[K] & Asked };

/** What the host sends: each event, and each state when it changes. */
export type EventsOf<P> = {
  [
    K in keyof P & string as P[K] extends { kind: 'event' }
      ? K
      : P[K] extends { kind: 'state' }
        ? `${K}Changed`
        : never
  ]: P[K] extends { data: infer D extends z.ZodType } ? z.output<D> : never;
};

/** What the main process must implement. */
export type HandlersOf<P> = {
  [K in keyof CommandsOf<P>]: (
    payload: z.output<CommandsOf<P>[K]['payload']>,
  ) => z.input<CommandsOf<P>[K]['reply']> | Promise<z.input<CommandsOf<P>[K]['reply']>>;
};

/** What the preload gives the till's pages. Each `on…` returns its own unsubscribe. */
export type BridgeOf<P> = {
  [K in keyof CommandsOf<P>]: (
    payload: z.output<CommandsOf<P>[K]['payload']>,
  ) => Promise<z.output<CommandsOf<P>[K]['reply']>>;
} & {
  [E in keyof EventsOf<P> & string as `on${Capitalize<E>}`]: (
    listener: (data: EventsOf<P>[E]) => void,
  ) => Unsubscribe;
};

/** What screens call, the same on every host. A state is the same object until it changes. */
export type ScreensOf<P> = TellsOf<P> & AsksOf<P> & StatesOf<P> & SubscriptionsOf<P>;

export type TellsOf<P> = {
  [K in keyof P as P[K] extends { kind: 'tell' } ? K : never]: P[K] extends Asked
    ? (payload: z.output<P[K]['payload']>) => void
    : never;
};

type AsksOf<P> = {
  [K in keyof P as P[K] extends { kind: 'ask' | 'recall' } ? K : never]: P[K] extends Asked
    ? (
        payload: z.output<P[K]['payload']>,
      ) =>
        | Promise<z.output<P[K]['reply']>>
        | (P[K] extends { kind: 'recall' } ? z.output<P[K]['reply']> : never)
    : never;
};

/** A page's copies of what its host holds. */
export type StatesOf<P> = {
  [K in keyof P as P[K] extends { kind: 'state' | 'fixed' } ? K : never]: P[K] extends Asked
    ? () => z.output<P[K]['reply']>
    : never;
} & {
  [K in keyof P & string as P[K] extends { kind: 'state' } ? `on${Capitalize<K>}Changed` : never]: (
    listener: () => void,
  ) => Unsubscribe;
};

type SubscriptionsOf<P> = {
  [K in keyof P & string as P[K] extends { kind: 'event' } ? `on${Capitalize<K>}` : never]: P[K] extends {
    data: infer D extends z.ZodType;
  }
    ? (listener: (data: z.output<D>) => void) => Unsubscribe
    : never;
};
