import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { attendance, type AttendanceOptions } from './attendance.ts';
import { attendanceHandlers } from './attendance-handlers.ts';
import { ALERTED_WITHIN_MS, attendanceRepository } from './attendance-repository.ts';
import { orderReports } from './order-reports.ts';
import { screensRepository } from './screens-repository.ts';

export type AttendanceFeatureOptions = Omit<AttendanceOptions, 'repository' | 'screens' | 'live'> & {
  database: Database;
  clock: Clock;
  live: AttendanceOptions['live'] & Pick<LiveFeed, 'timelineChanged'>;
};

/** Which screens listen for orders, and which orders nobody was alerted of. */
export function attendanceFeature(options: AttendanceFeatureOptions) {
  const { database, clock, live } = options;
  const repository = attendanceRepository(database);
  const attending = attendance({ ...options, repository, screens: screensRepository(database) });
  const reports = orderReports({
    database,
    clock,
    onChange(outletId, timeline, came) {
      live.timelineChanged(outletId, timeline);
      if (clock.now().getTime() - came.getTime() >= ALERTED_WITHIN_MS) attending.lookSoon();
    },
    onStations: (outletId, timeline) => live.timelineChanged(outletId, timeline),
  });
  return {
    ...attending,
    handlers: attendanceHandlers(repository, options.alarms, clock),
    orderSeen: reports.report,
    async stop(): Promise<void> {
      await Promise.all([attending.stop(), reports.settled()]);
    },
  };
}
