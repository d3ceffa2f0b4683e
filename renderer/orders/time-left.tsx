import { useEffect, useRef } from 'react';
import { ticker } from './ticker.ts';

/** Counts down beside a text, which a screen reader reads once. */
export function TimeLeft({ until, className = '' }: { until: string; className?: string | undefined }) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(
    function countDown() {
      if (!element.current) return;
      const timed = { createdAt: until, completedAt: null, endedAt: null, expiresAt: until } as const;
      return ticker.show(element.current, { ...timed, status: 'deliver_pending' }, true);
    },
    [until],
  );
  return <span ref={element} className={`${className} figures`} aria-hidden="true" />;
}
