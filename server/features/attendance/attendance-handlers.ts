import type { Alarm } from '#shared/api/escalation.ts';
import type { Clock } from '../../core/clock.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { AttendanceRepository } from './attendance-repository.ts';

type AttendanceHandlers = Pick<RouteHandlers, 'GET /sellers/unattended'>;

/** What every screen of a seller rings for. */
export type Alarms = {
  ofSeller(sellerId: string, now: Date): Promise<Alarm[]>;
  /** A checksum for each seller who has any; it changes whenever they do. */
  sums(now: Date): Promise<Map<string, string>>;
};

export function attendanceHandlers(
  repository: AttendanceRepository,
  alarms: Alarms,
  clock: Clock,
): AttendanceHandlers {
  return {
    async 'GET /sellers/unattended'({ caller }) {
      const unattended = await repository.unattended(caller.id, clock.now());
      const ringing = await alarms.ofSeller(caller.id, clock.now());
      return ringing.length === 0 ? unattended : { ...unattended, alarms: ringing };
    },
  };
}
