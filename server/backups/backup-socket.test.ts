import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { answerBackups, askForBackup } from './backup-socket.ts';

// A Windows pipe cannot be closed from one side and read from the other.
it.skipIf(process.platform === 'win32')(
  'a suspended client holds no stop up, and reads its answer once it goes on (L12)',
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-socket-'));
    const socket = await answerBackups(dataDir, async () => 'made.tar.gz', 20);
    // Suspended, as Ctrl+Z does: its kernel takes what comes, and it neither reads nor ends.
    const suspended = connect({ path: path.join(dataDir, 'backup.sock'), allowHalfOpen: true });
    await once(suspended, 'connect');
    expect(await askForBackup(dataDir)).toBe('made.tar.gz');
    await socket.close();
    expect(JSON.parse(await text(suspended))).toEqual({ file: 'made.tar.gz' });
    suspended.destroy();
    rmSync(dataDir, { recursive: true });
  },
);
