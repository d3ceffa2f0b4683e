import { lazy, useState, type ComponentType } from 'react';

/** A component whose code is loaded when it is first rendered, or before by `preload`. */
export type Loadable<Props> = ComponentType<Props> & { preload: () => Promise<unknown> };

/**
 * Like `lazy`, but for one thing: what has been loaded by then is rendered at once. A `lazy` component suspends all the
 * same when it is rendered first, and React holds back what comes after a fallback for 300 ms each time.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => (loaded ??= await load());
  const Later = lazy(async () => ({ default: await preload() })) as unknown as ComponentType<Props>;
  function Loadable(props: Props) {
    // The same one for as long as it is on the screen: another component would begin anew.
    const [{ Shown }] = useState(() => ({ Shown: loaded ?? Later }));
    return <Shown {...props} />;
  }
  return Object.assign(Loadable, { preload });
}
