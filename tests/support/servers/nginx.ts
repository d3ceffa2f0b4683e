import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endAtLatest } from '../runner/end-at-latest.ts';
import { run, which } from '../runner/run-command.ts';
import { freePort } from './free-port.ts';

/** Whether nginx and what makes its certificate are on this machine. */
export const hasNginx = (await which('nginx')) !== null && (await which('openssl')) !== null;

/**
 * Starts nginx as `deploy/nginx.conf` has it, on loopback, in front of what listens on these two ports. It may not have
 * begun to answer yet. @param change changes the file before
 */
export async function startNginx(
  behind: [number, number],
  change = (conf: string): string => conf,
): Promise<{ port: number; folder: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-nginx-'));
  const file = (name: string) => path.join(folder, name);
  const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=servery.test', '-days', '1'];
  await run('openssl', [...self, '-keyout', file('key.pem'), '-out', file('certificate.pem')]);
  const port = await freePort();
  const conf = change(readFileSync('deploy/nginx.conf', 'utf8'))
    // Each process counts for itself which servers are out.
    .replace('worker_processes auto', 'worker_processes 1')
    .replace('/etc/nginx/certificates/fullchain.pem', file('certificate.pem'))
    .replace('/etc/nginx/certificates/privkey.pem', file('key.pem'))
    .replace('/run/nginx.pid', file('nginx.pid'))
    .replaceAll('api-1:4000', `127.0.0.1:${behind[0]}`)
    .replaceAll('api-2:4000', `127.0.0.1:${behind[1]}`)
    .replaceAll('/var/log/nginx', folder)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('127.0.0.1:8080', `127.0.0.1:${await freePort()}`)
    .replace('listen 80 ', `listen 127.0.0.1:${await freePort()} `)
    .replaceAll(/^\s*listen \[::\].*$/gm, '');
  writeFileSync(file('nginx.conf'), `daemon off;\n${conf}`);
  const nginx = spawn('nginx', ['-c', file('nginx.conf'), '-e', file('start.log')], { stdio: 'inherit' });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const stopped = endAtLatest(() => {
    nginx.kill('SIGTERM');
    remove();
  });
  return {
    port,
    folder,
    async stop() {
      nginx.kill('SIGTERM');
      if (nginx.exitCode === null) await new Promise((resolve) => nginx.once('exit', resolve));
      remove();
      stopped();
    },
  };
}
