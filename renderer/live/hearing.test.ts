import { expect, it } from 'vitest';
import type { Deaf } from '#shared/base/hearing.ts';
import { hearing, type HearingFacts } from './hearing.ts';

const well: HearingFacts = { connection: 'connected', listReadAt: null, heardAt: null, silent: null };
const start = Date.parse('2026-05-01T09:02:00.000Z');
const at = (seconds: number) => start + seconds * 1000;

/** The reported reasons, with their seconds, for facts that hold from a second on. */
function toldOf(...facts: [seconds: number, Partial<HearingFacts>][]) {
  const told: (Deaf | null)[] = [];
  const { look } = hearing((deaf) => told.push(deaf));
  for (const [seconds, changed] of facts) look({ ...well, ...changed }, at(seconds));
  return told;
}
const cut = { connection: 'disconnected' as const };
const since = new Date(start).toISOString();

it('says nothing while all is well', () => expect(toldOf([0, {}], [60, {}])).toEqual([]));

it('tells of a cut once it has lasted 5 s, from its beginning, and of its end at once', () => {
  expect(toldOf([0, cut], [4, cut], [5, cut], [9, cut], [12, {}])).toEqual([
    { why: 'not-connected', since },
    null,
  ]);
  expect(toldOf([0, cut], [4, {}], [6, cut], [10, cut])).toEqual([]);
});

it('does not wait any longer for a server that has been silent for 10 s, but for a computer that slept', () => {
  const silence = { ...cut, heardAt: at(0) };
  expect(toldOf([0, { heardAt: at(0) }], [9, silence], [10, silence], [20, silence])).toEqual([
    { why: 'not-connected', since },
  ]);
  expect(toldOf([0, { heardAt: at(0) }], [3600, silence], [3604, silence])).toEqual([]);
});

it('takes no list that was read before the cut for proof that orders arrive', () => {
  expect(
    toldOf(
      [0, { listReadAt: at(0) }],
      [1, { ...cut, listReadAt: at(0) }],
      [6, { ...cut, listReadAt: at(0) }],
    ),
  ).toEqual([{ why: 'not-connected', since: new Date(at(1)).toISOString() }]);
});

it('takes no list for proof that was read before the clock was set back', () => {
  const polled = { ...cut, listReadAt: at(2) };
  expect(toldOf([0, cut], [3, polled], [-3598, polled], [-3592, polled])).toMatchObject([
    { why: 'not-connected' },
  ]);
});

it('tells at once why the computer cannot sound', () => {
  expect(toldOf([0, { silent: 'needs-press' }], [1, { silent: null }])).toEqual([
    { why: 'needs-press', since },
    null,
  ]);
});

it('goes from one reason to the next without a moment in which all seems well', () => {
  expect(
    toldOf([0, { silent: 'muted' }], [1, { ...cut, silent: 'muted' }], [6, { ...cut, silent: 'muted' }]),
  ).toEqual([
    { why: 'muted', since },
    { why: 'not-connected', since: new Date(at(1)).toISOString() },
  ]);
});

it('does not call a screen deaf that reads its list without a socket, for as long as that works', () => {
  expect(toldOf([0, { ...cut, listReadAt: at(0) }], [9, { ...cut, listReadAt: at(5) }])).toEqual([]);
  expect(
    toldOf(
      [0, { ...cut, listReadAt: at(0) }],
      [11, { ...cut, listReadAt: at(0) }],
      [16, { ...cut, listReadAt: at(0) }],
    ),
  ).toEqual([{ why: 'not-connected', since: new Date(at(11)).toISOString() }]);
});
