import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../support/servers/free-port.ts';
import { outputOf } from '../../support/runner/run-command.ts';
import { startProcess, type BenchProcess } from '../bench-process.ts';

const folder = path.resolve('.cache/vendure');

/** Installs Vendure from the registry, which takes a minute the first time; returns why if that is impossible. */
export async function installVendure(): Promise<{ missing: string } | null> {
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'server.cjs'])
    await copyFile(path.join(import.meta.dirname, file), path.join(folder, file));
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel', 'error'];
  return (await outputOf('npm', args)) === null
    ? { missing: 'Vendure could not be installed from the registry' }
    : null;
}

/** @param databaseUrl an empty database, which Vendure fills */
export async function startVendure(databaseUrl: string): Promise<BenchProcess> {
  const port = String(await freePort());
  return startProcess(path.join(folder, 'server.cjs'), {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PORT: port,
  });
}
