// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { apiSlice } from '../../api/api-slice.ts';
import { readUnattended } from '../../api/read-unattended.ts';
import { ordersSlice } from '../../state/orders-slice.ts';
import { makeStore } from '../../state/store.ts';
import { screenId } from '../screen.ts';
import { answerAlarms } from './answer-alarms.ts';

type Report = { alarms: string[]; screenId: string; screenName: string };

/** A screen that knows of these alarms, whose reports fail as often as `failing` says. */
async function screenWith(known: string[]) {
  const reports: Report[] = [];
  const line = { failing: 0 };
  let alerted: (ids: string[]) => void = () => undefined;
  let ended = false;
  const platform = fakePlatform({
    onAlerted: (heard) => {
      alerted = heard;
      return () => void (ended = true);
    },
  });
  const { store, services } = makeStore(platform);
  services.addApi(apiSlice, ordersSlice);
  const unattended = readUnattended({ alarms: known.map((id) => ({ id, orderNumber: 7 })) });
  const dispatch: (action: unknown) => unknown = store.dispatch;
  await dispatch(apiSlice.util.upsertQueryData('unattended', undefined, unattended));
  vi.spyOn(services.client, 'call').mockImplementation(async (route, options) => {
    expect(route).toBe('POST /sellers/alarms/heard');
    reports.push((options as unknown as { body: Report }).body);
    if (line.failing > 0) {
      line.failing -= 1;
      throw new Error('The line is dead.');
    }
    return null;
  });
  const end = answerAlarms(store, services);
  /** Rings, and waits until a failed report is known. */
  const ring = async (...ids: string[]) => {
    alerted(ids);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { reports, line, ring, end, hasEnded: () => ended };
}

it('reports once which alarms have sounded here, with the screen’s name (D47)', async () => {
  const { reports, ring } = await screenWith(['a', 'b']);
  await ring('a');
  await ring('a', 'b');
  await ring('a', 'b');
  expect(reports.map(({ alarms }) => alarms)).toEqual([['a'], ['b']]);
  expect(reports[0]).toMatchObject({ screenId, screenName: expect.stringMatching(/./) });
});

it('says nothing of orders that ring: only alarms of the server are answered (D47)', async () => {
  const { reports, ring } = await screenWith(['a']);
  await ring('order-1');
  expect(reports).toEqual([]);
  await ring('order-1', 'a');
  expect(reports.map(({ alarms }) => alarms)).toEqual([['a']]);
});

it('reports again with the next ring what could not be reported (D47)', async () => {
  const { reports, line, ring } = await screenWith(['a', 'b']);
  line.failing = 1;
  await ring('a');
  await ring('a', 'b');
  await ring('a', 'b');
  expect(reports.map(({ alarms }) => alarms)).toEqual([['a'], ['a', 'b']]);
});

it('reports a hundred at once, and the rest with the next ring (D47)', async () => {
  const many = Array.from({ length: 130 }, (_, index) => `alarm-${index}`);
  const { reports, ring } = await screenWith(many);
  await ring(...many);
  await ring(...many);
  expect(reports.map(({ alarms }) => alarms.length)).toEqual([100, 30]);
});

it('listens no more once it has ended', async () => {
  const { end, hasEnded } = await screenWith(['a']);
  end();
  expect(hasEnded()).toBe(true);
});
