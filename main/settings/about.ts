import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { About } from '#shared/host/updates.ts';
import { readIfThere } from '../files/atomic-file.ts';

export function aboutOf(version: string, { electron, chrome, node }: NodeJS.ProcessVersions): About {
  return {
    version,
    system: `${os.type()} ${os.release()} ${os.arch()}, Electron ${electron}, Chromium ${chrome}, Node.js ${node}`,
  };
}

/** The licences of all that is in the two builds (lint/licences.js), and where those of Electron and Chromium are. */
export async function licencesOf(built: string, electronFolder: string): Promise<string> {
  const own = await Promise.all(
    ['main', 'renderer'].map((part) => readFile(path.join(built, part, 'licences.txt'), 'utf8')),
  );
  const electron = await readIfThere(path.join(electronFolder, 'LICENSE.electron.txt'));
  const chromium = `Those of Chromium are in ${path.join(electronFolder, 'LICENSES.chromium.html')}.`;
  return [...own, 'electron', electron?.toString('utf8') ?? '', chromium].join('\n\n');
}
