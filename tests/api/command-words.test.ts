import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onPostgres, putDatabaseInto } from '../../server/testing/database.ts';
import { serverCommand } from '../support/servers/server-command.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';

const folder = temporaryFolders('words');

it.skipIf(onPostgres)(
  'a command with surplus words or options does nothing and says how it is called (D42)',
  { timeout: 120_000 },
  async () => {
    const dataDir = path.join(folder(), 'data');
    const places = { DATA_DIR: dataDir, INIT_CWD: dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const wrong: [string, string[]][] = [
      ['backup', ['--help']],
      ['backup', ['a.tar.gz', 'b.tar.gz']],
      ['restore', ['a.tar.gz', 'b.tar.gz']],
      ['migrate', ['role', 'x']],
      ['move', ['x']],
      ['admin', ['verify-audit', '--help']],
    ];
    mkdirSync(dataDir);
    for (const [name, args] of wrong)
      expect(await serverCommand(name, args, places)).toMatchObject({
        code: 1,
        printed: '',
        errors: expect.stringContaining(`npm run ${name}`),
      });
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

it.skipIf(onPostgres)(
  'a file is named from where npm was called, and not from where npm runs the command (D42)',
  { timeout: 120_000 },
  async () => {
    const [dataDir, calledIn] = [folder(), folder()];
    await putDatabaseInto(dataDir);
    const made = await serverCommand('backup', ['mine.tar.gz'], { DATA_DIR: dataDir, INIT_CWD: calledIn });
    const file = path.join(calledIn, 'mine.tar.gz');
    expect(made).toEqual({ code: 0, printed: file, errors: '' });
    const restored = { DATA_DIR: path.join(folder(), 'new'), INIT_CWD: calledIn };
    expect(await serverCommand('restore', ['mine.tar.gz'], restored)).toMatchObject({ code: 0, errors: '' });
  },
);
