import { configDefaults, defineConfig } from 'vitest/config';

/** Their servers have a database of their own: on the suite's PostgreSQL they would prove the same again. */
const onceIsEnough = [
  'api/booking-kill',
  'api/books-kill',
  'api/card-kill',
  'api/database-away',
  'api/demo',
  'api/deploy',
  'api/escalation-kill',
  'api/kill',
  'api/left-behind',
  'api/notification-kill',
  'api/operation',
  'api/power-cut',
  'api/ready-times-kill',
  'hostile/damaged-backup',
  'hostile/database-role',
  'hostile/file-rights',
  'hostile/nginx',
].map((name) => `tests/${name}.test.ts`);

const setupFiles = ['tests/support/runner/patient-waits.ts'];
const ownFolder = 'tests/support/runner/own-folder.ts';
/** As long as a wait of `vi.waitFor` that names no time. */
const expect = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: ownFolder,
          setupFiles,
          expect,
          testTimeout: 180_000,
          // By default one for two processors. The longest files wait for most of their time.
          maxWorkers: 3,
          include: [
            '{shared,main,preload,renderer,web,guest,demo,scripts}/**/*.test.{ts,tsx}',
            'tests/{lint,faults}/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api',
          globalSetup: [ownFolder, 'tests/support/runner/make-templates.ts'],
          setupFiles: [
            ...setupFiles,
            'tests/support/runner/leave-nothing.ts',
            'tests/support/runner/no-queries-at-once.ts',
            'tests/support/runner/compiled-once.ts',
          ],
          expect,
          // The server's code is loaded and compiled once in a process, and not for each file.
          isolate: false,
          include: ['server/**/*.test.ts', 'tests/api/**/*.test.ts', 'tests/hostile/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(process.env['DATABASE_URL'] ? onceIsEnough : [])],
          // Either may open a server, and a database with it, on a machine that does other work as well.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
