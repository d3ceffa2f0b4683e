import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { embeddedBackups, restoreEmbedded } from '../../server/backups/embedded-backups.ts';
import { openPglite } from '../../server/database/pglite-database.ts';
import { putDatabaseInto } from '../../server/testing/database.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';

const folder = temporaryFolders('damaged');

it.skipIf(process.env['DATABASE_URL'])(
  'a backup whose rows were damaged is not restored, however sound its archive is',
  { timeout: 600_000 },
  async () => {
    const source = folder();
    await putDatabaseInto(source);
    const database = await openPglite({ dataDir: source });
    const lead = { email: 'a@servery.test', message: 'Hello', created_at: new Date() };
    await database.kysely
      .insertInto('leads')
      .values({ ...lead, id: 'one', company_name: 'The Untouched Company' })
      .execute();
    const options = { dataDir: source, keep: 1, everyMs: 0, now: () => new Date() };
    const backup = await embeddedBackups(database, options).make();
    await database.close();

    const bytes = gunzipSync(readFileSync(backup)).toString('latin1');
    const damaged = path.join(folder(), 'damaged.tar.gz');
    const changed = bytes.replaceAll('The Untouched Company', 'The Tampered- Company');
    expect(changed).not.toBe(bytes);
    writeFileSync(damaged, gzipSync(Buffer.from(changed, 'latin1')));
    const target = folder();
    await expect(restoreEmbedded(damaged, target)).rejects.toThrow('What is in the backup is damaged');
    expect(existsSync(path.join(target, 'pglite'))).toBe(false);

    await restoreEmbedded(backup, target);
    const restored = await openPglite({ dataDir: target });
    expect(await restored.kysely.selectFrom('leads').select('company_name').execute()).toEqual([
      { company_name: 'The Untouched Company' },
    ]);
    await restored.close();
  },
);
