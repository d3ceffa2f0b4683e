import { useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * The open order: the one that was chosen since the address last named one, as a notification does. The address names
 * it until another is chosen, so that it can name it again, and a reload opens what is open.
 */
export function useChosenOrder(): [string | null, (orderId: string | null) => void] {
  const { key } = useLocation();
  const [query, setQuery] = useSearchParams();
  const named = query.get('order');
  const [choice, setChoice] = useState<{ key: string; orderId: string | null }>({ key, orderId: named });
  const choose = useCallback(
    (orderId: string | null) => {
      setChoice({ key, orderId });
      if (named === null) return;
      const rest = new URLSearchParams(query);
      rest.delete('order');
      setQuery(rest, { replace: true });
    },
    [key, named, query, setQuery],
  );
  return [named === null || choice.key === key ? choice.orderId : named, choose];
}
