import { randomUUID } from 'node:crypto';
import type { Reply } from '#shared/api/contract.ts';
import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { SharedReply } from '../../http/shared-reply.ts';
import type { Limits } from '../../limits/limits.ts';

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

/** A guest's page that is open. */
type Follower = { onChange(menu: SharedReply<Menu>): void; onEnd(): void };

type FollowedMenusOptions = ChoreReports & {
  readMenu: ReadMenu;
  limits: Pick<Limits, 'following-network'>;
  /** How often changes are looked for, in ms. */
  everyMs: number;
};

export type FollowedMenus = ReturnType<typeof followedMenus>;

/** Tells open pages of guests when their outlet's menu changes, or whether it takes orders: at the next look. */
export function followedMenus({ readMenu, limits, everyMs, ...reports }: FollowedMenusOptions) {
  const byOutlet = new Map<string, Map<Follower, SharedReply<Menu>>>();
  const byNetwork = new Map<string, number>();

  async function look(outletId: string): Promise<void> {
    const menu = await readMenu(outletId);
    const told = byOutlet.get(outletId);
    if (!menu || !told) return;
    for (const [follower, before] of told)
      if (before !== menu) {
        told.set(follower, menu);
        follower.onChange(menu);
      }
  }

  const chore = reportedChore({
    ...reports,
    name: 'followed-menus',
    async run() {
      await Promise.all([...byOutlet.keys()].map(look));
      return false;
    },
    everyMs,
    failure: 'changes of menus could not be told to the guests who look at them; it is tried again',
  });

  return {
    hasRoom: (network: string): boolean => (byNetwork.get(network) ?? 0) < limits['following-network'].most,

    /** Tells the follower the menu as it was read, and what it changes to until the returned function is called. */
    follow(outletId: string, network: string, menu: SharedReply<Menu>, follower: Follower): () => void {
      const told = byOutlet.get(outletId) ?? new Map<Follower, SharedReply<Menu>>();
      byOutlet.set(outletId, told.set(follower, menu));
      byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
      follower.onChange(menu);
      return () => {
        if (!told.delete(follower)) return;
        if (told.size === 0) byOutlet.delete(outletId);
        const left = (byNetwork.get(network) ?? 1) - 1;
        if (left > 0) byNetwork.set(network, left);
        else byNetwork.delete(network);
      };
    },

    chore: {
      look: chore.look,
      async stop() {
        await chore.stop();
        for (const told of byOutlet.values()) for (const { onEnd } of told.keys()) onEnd();
      },
    } satisfies RepeatedChore,
  };
}
