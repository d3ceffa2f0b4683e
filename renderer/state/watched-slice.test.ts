import { expect, it } from 'vitest';
import {
  lastOutletRead,
  outletForgotten,
  outletOpened,
  outletsChosen,
  watchedSlice,
} from './watched-slice.ts';

const { reducer } = watchedSlice;
const outlet = (outletId: string) => ({ outletId, outletName: outletId, trading: true });
const start = () =>
  reducer(undefined, lastOutletRead({ ...outlet('a'), chosen: [outlet('a'), outlet('b')] }));

it('takes up the outlets that were chosen before, and keeps them while another one is open (D62)', () => {
  const state = reducer(start(), outletOpened('c'));
  expect(state.outlet?.outletId).toBe('c');
  expect(state.chosen).toEqual([outlet('a'), outlet('b')]);
  expect(reducer(state, outletsChosen([])).chosen).toEqual([]);
});

it('what is read late changes no choice', () => {
  const opened = reducer(undefined, outletOpened('c'));
  expect(reducer(opened, lastOutletRead(outlet('a'))).outlet?.outletId).toBe('c');
});

it('forgets an outlet that is gone, and goes on with the others', () => {
  const state = reducer(start(), outletForgotten('a'));
  expect([state.outlet?.outletId, state.chosen]).toEqual(['b', [outlet('b')]]);
  expect(reducer(state, outletForgotten('b')).outlet).toBeNull();
});
