import { lazy, useState, type ComponentType } from 'react';

/** A component whose code is loaded at its first render, or earlier by `preload`. */
export type Loadable<Props> = ComponentType<Props> & { preload: () => Promise<unknown> };

/**
 * Like `lazy`, except that a loaded component renders at once. A `lazy` component always suspends at its first
 * render, and React holds back what follows a fallback for 300 ms each time.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => (loaded ??= await load());
  const Later = lazy(async () => ({ default: await preload() })) as unknown as ComponentType<Props>;
  function Loadable(props: Props) {
    // Constant while mounted: another component type would remount it.
    const [{ Shown }] = useState(() => ({ Shown: loaded ?? Later }));
    return <Shown {...props} />;
  }
  return Object.assign(Loadable, { preload });
}
