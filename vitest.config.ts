import { configDefaults, defineConfig } from 'vitest/config';

/** Their servers keep an embedded database of their own: on PostgreSQL they would prove the same again. */
const embeddedAlone = ['card-kill', 'deploy', 'kill', 'operation'].map((name) => `tests/api/${name}.test.ts`);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,main,preload,renderer,web,demo}/**/*.test.{ts,tsx}', 'tests/lint/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.test.ts', 'tests/api/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(process.env['DATABASE_URL'] ? embeddedAlone : [])],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
