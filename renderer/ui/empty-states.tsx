import { ConciergeBell, DoorClosed } from 'lucide-react';
import type { ReactNode } from 'react';
import { MainHeading } from './main-heading.tsx';
import { StateIcon } from './states.tsx';

/** An empty list: what it would contain, and what to do next. */
export function EmptyState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className="state">
      <StateIcon Icon={ConciergeBell} />
      <p className="state-title">{message}</p>
      {children}
    </div>
  );
}

/** A step that must come first. */
export function ActionRequired({
  title,
  message,
  children,
}: {
  title: string;
  message: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="state">
      <StateIcon Icon={DoorClosed} />
      <MainHeading className="state-title">{title}</MainHeading>
      <p>{message}</p>
      {children}
    </div>
  );
}
