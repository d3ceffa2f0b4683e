/** The steps that are taken for an order that nobody has seen. `again` repeats what `phones` and `messages` sent. */
export const rungNames = ['screens', 'phones', 'messages', 'again'] as const;
export type RungName = (typeof rungNames)[number];

/** How soon and how late a rung may be, in seconds after the order came. */
export const SOONEST_RUNG_S = 5;
export const LATEST_RUNG_S = 600;

export const alertChannels = ['screens', 'phones', 'email', 'webhook'] as const;
export type AlertChannel = (typeof alertChannels)[number];
