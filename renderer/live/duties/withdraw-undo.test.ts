import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { pressingSlice, selectUndo, undoOffered } from '../../state/pressing-slice.ts';
import type { AppStore } from '../../state/store.ts';
import { withdrawUndo } from './withdraw-undo.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a step can be undone for five seconds, wherever it was made; the next step has its own (D26)', () => {
  const store = configureStore({ reducer: { pressing: pressingSlice.reducer } });
  const end = withdrawUndo(store as unknown as AppStore);
  const step = (version: number) =>
    store.dispatch(
      undoOffered({ before: sampleOrder({ version }), after: sampleOrder({ version: version + 1 }) }),
    );
  const offered = () => selectUndo(store.getState())?.after.version;
  step(1);
  vi.advanceTimersByTime(4_000);
  step(2);
  vi.advanceTimersByTime(4_999);
  expect(offered()).toBe(3);
  vi.advanceTimersByTime(1);
  expect(offered()).toBeUndefined();
  step(3);
  end();
  vi.advanceTimersByTime(5_000);
  expect(offered(), 'no timer is left behind').toBe(4);
});
