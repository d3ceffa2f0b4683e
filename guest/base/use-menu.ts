import { useEffect, useRef, useState } from 'preact/hooks';
import type { GuestMenu, GuestPlace } from '#shared/api/guest-pages.ts';
import { followMenu, type FollowedMenu } from './follow-menu.ts';

/** The menu as it is now: as it was served, then after each change that became known. */
export function useMenu({ menu: served, version }: GuestPlace): { menu: GuestMenu; readAgain: () => void } {
  const [menu, setMenu] = useState(served);
  const followingRef = useRef<FollowedMenu | null>(null);
  useEffect(() => {
    const following = followMenu(served, version, setMenu);
    followingRef.current = following;
    return following.leave;
  }, [served, version]);
  return { menu, readAgain: () => followingRef.current?.readAgain() };
}
