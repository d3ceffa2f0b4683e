import { useEffect, type ComponentProps } from 'react';
import { nameScreen } from './window-title.ts';

type MainHeadingProps = Omit<ComponentProps<'h1'>, 'children'> & { children: string };

/** A screen's one main heading, which names the window as well. */
export function MainHeading({ children, ...heading }: MainHeadingProps) {
  useEffect(() => nameScreen(children), [children]);
  return <h1 {...heading}>{children}</h1>;
}
