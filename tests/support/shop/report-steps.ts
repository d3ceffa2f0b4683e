import { expect } from 'vitest';
import type { SessionReport } from '#shared/api/session-reports.ts';
import type { Trading } from '../../../server/testing/server.ts';
import { server } from './set-up.ts';

export const session = (bar: Trading, step: 'start' | 'finish') =>
  bar.send('POST', `/sellers/outlets/${bar.outletId}/trading-session/${step}`);
export const sessionsOf = async (bar: Trading) =>
  (await bar.send('GET', `/sellers/outlets/${bar.outletId}/trading-sessions`)).body.tradingSessions;

export type Issued = { report: SessionReport; hash: string };
export async function reportOf(bar: Trading, sessionId: string): Promise<Issued> {
  const { status, body } = await bar.send('GET', `/sellers/outlets/trading-sessions/${sessionId}/report`);
  expect(status).toBe(200);
  return body;
}
export async function finished(bar: Trading): Promise<Issued> {
  expect((await session(bar, 'finish')).status).toBe(200);
  const [{ id }] = await sessionsOf(bar);
  return reportOf(bar, id);
}
export async function reopened(bar: Trading): Promise<void> {
  expect((await session(bar, 'start')).status).toBe(200);
  await server.hear(bar.outletId);
}
