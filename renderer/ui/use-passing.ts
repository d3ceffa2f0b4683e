import { useEffect, useState } from 'react';

/** A value that becomes null again after `ms`; each value that is set, even an equal one, stays for as long. */
export function usePassing<Value extends object>(ms: number) {
  const [value, set] = useState<Value | null>(null);
  useEffect(
    function passes() {
      if (!value) return;
      const timer = setTimeout(() => set(null), ms);
      return () => clearTimeout(timer);
    },
    [value, ms],
  );
  return [value, set] as const;
}
