import { describe, expect, it } from 'vitest';
import { MOST_OUTLETS } from '../api/live.ts';
import { outletsOf, togetherOf } from './watched-outlets.ts';

const outlet = (outletId: string, trading: boolean | null = true) => ({
  outletId,
  outletName: `Outlet ${outletId}`,
  trading,
});
const ids = (remembered: Parameters<typeof outletsOf>[0]) =>
  outletsOf(remembered).map(({ outletId }) => outletId);

describe('the outlets that a screen watches (D62)', () => {
  it('are the one that is open, and those that were chosen, in their order', () => {
    expect(ids(null)).toEqual([]);
    expect(ids(outlet('b'))).toEqual(['b']);
    expect(ids({ ...outlet('b'), chosen: [outlet('a'), outlet('b')] })).toEqual(['a', 'b']);
    expect(ids({ ...outlet('c'), chosen: [outlet('a'), outlet('b')] })).toEqual(['a', 'b', 'c']);
  });

  it('are never more than a server takes, and the open one is among them', () => {
    const chosen = Array.from({ length: MOST_OUTLETS }, (_, n) => outlet(String(n)));
    expect(outletsOf({ ...outlet('open'), chosen })).toHaveLength(MOST_OUTLETS);
    expect(ids({ ...outlet('open'), chosen })).toContain('open');
  });

  it('together trade if one does, and are closed only if all are', () => {
    expect(togetherOf([])).toBeNull();
    expect(togetherOf([outlet('a', false), outlet('b')])).toEqual({
      outletId: 'a',
      outletName: 'Outlet a, Outlet b',
      trading: true,
    });
    expect(togetherOf([outlet('a', false), outlet('b', null)])?.trading).toBeNull();
    expect(togetherOf([outlet('a', false), outlet('b', false)])?.trading).toBe(false);
  });
});
