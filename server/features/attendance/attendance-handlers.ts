import type { Clock } from '../../core/clock.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { AttendanceRepository } from './attendance-repository.ts';

type AttendanceHandlers = Pick<RouteHandlers, 'GET /sellers/unattended'>;

export function attendanceHandlers(repository: AttendanceRepository, clock: Clock): AttendanceHandlers {
  return {
    'GET /sellers/unattended': ({ caller }) => repository.unattended(caller.id, clock.now()),
  };
}
