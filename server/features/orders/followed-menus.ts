import { randomUUID } from 'node:crypto';
import type { Reply } from '#shared/api/contract.ts';
import type { Clock } from '../../core/clock.ts';
import type { SharedReply } from '../../http/shared-reply.ts';
import { followedReplies, type FollowedRepliesOptions } from './followed-replies.ts';

export type Menu = Reply<'GET /customers/outlets/:outletId/menu'>;
/** The menu of an outlet as guests read it now: the same object while it is the same menu. Null if there is none. */
export type ReadMenu = (outletId: string) => Promise<SharedReply<Menu> | null>;

const versions = new WeakMap<object, string>();

/** Names a menu as it is, so that a page knows whether it has that one. */
export function versionOf(menu: SharedReply<Menu>): string {
  const version = versions.get(menu) ?? randomUUID();
  versions.set(menu, version);
  return version;
}

type FollowedMenusOptions = Omit<FollowedRepliesOptions<Menu>, 'read' | 'name' | 'failure' | 'again'> & {
  readMenu: ReadMenu;
  clock: Clock;
};

/** A page that heard nothing for longer has lost its line: a guest's phone that slept, for one. */
const AGAIN_MS = 20_000;

export type FollowedMenus = ReturnType<typeof followedMenus>;

/**
 * Tells open pages of guests when their outlet's menu changes, or whether it takes orders: at the next look, and now and
 * then if nothing changed.
 */
export function followedMenus({ readMenu, clock, ...options }: FollowedMenusOptions) {
  return followedReplies({
    ...options,
    read: readMenu,
    name: 'followed-menus',
    failure: 'changes of menus could not be told to the guests who look at them; it is tried again',
    again: { clock, afterMs: AGAIN_MS },
  });
}
