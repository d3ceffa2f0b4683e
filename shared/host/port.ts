import { z } from 'zod';

// The words that a port is written in. Each line of a port is one thing between a page and its host, with the schemas of
// what crosses. From the line come its channel, the bridge, what the main process must supply and what screens call.

/** Where nothing is said, or nothing answered. */
export const nothing = z.void();

/** The page says it and waits for nothing. */
export const tell = <P extends z.ZodType>(payload: P) => ({ kind: 'tell', payload, reply: nothing }) as const;

/** The page asks it. */
export const ask = <P extends z.ZodType, R extends z.ZodType>(payload: P, reply: R) =>
  ({ kind: 'ask', payload, reply }) as const;

/** Like `ask`, but a host that knows the reply already gives it without a promise. */
export const recall = <R extends z.ZodType>(reply: R) =>
  ({ kind: 'recall', payload: nothing, reply }) as const;

/** The host says it. */
export const event = <D extends z.ZodType>(data: D) => ({ kind: 'event', data }) as const;

/** The host holds it and says when it changes. A page has a copy, which is `before` until the host has answered. */
export const state = <V extends z.ZodType>(value: V, before: z.output<V>) =>
  ({ kind: 'state', payload: nothing, reply: value, data: value, before }) as const;

/** Like `state`, of what does not change while a page is open. */
export const fixed = <V extends z.ZodType>(value: V, before: z.output<V>) =>
  ({ kind: 'fixed', payload: nothing, reply: value, before }) as const;

/** It comes once for each order, and a whole board may come at once: it may be called more often than the others. */
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

/** What the page calls: all but the events. */
export type CommandsOf<P> = { [K in keyof P as P[K] extends Asked ? K : never]: P[K] & Asked };

/** What the host says by itself: each event, and each state when it changes. */
export type EventsOf<P> = {
  [
    K in keyof P & string as P[K] extends { kind: 'event' }
      ? K
      : P[K] extends { kind: 'state' }
        ? `${K}Changed`
        : never
  ]: P[K] extends { data: infer D extends z.ZodType } ? z.output<D> : never;
};

/** What the main process supplies. */
export type HandlersOf<P> = {
  [K in keyof CommandsOf<P>]: (
    payload: z.output<CommandsOf<P>[K]['payload']>,
  ) => z.input<CommandsOf<P>[K]['reply']> | Promise<z.input<CommandsOf<P>[K]['reply']>>;
};

/** What the preload gives the till's pages. Each `on…` gives back its own unsubscribe. */
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
