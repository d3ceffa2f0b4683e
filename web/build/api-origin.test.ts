import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { build } from 'vite';
import { apiOrigin } from './api-origin.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'servery-origin-'));
  await writeFile(path.join(root, 'index.html'), '<!doctype html><title>A page</title>');
});
afterEach(async () => {
  delete process.env['VITE_API_URL'];
  await rm(root, { recursive: true });
});

async function pageFor(apiUrl: string): Promise<string> {
  process.env['VITE_API_URL'] = apiUrl;
  await build({ configFile: false, root, logLevel: 'silent', plugins: [apiOrigin()] });
  return readFile(path.join(root, 'dist/index.html'), 'utf8');
}

it('a page that is built for the API of another origin names that origin', async () => {
  expect(await pageFor('https://api.example:8443/v1/')).toContain(
    '<meta name="api-origin" content="https://api.example:8443">',
  );
});
it('a page for its own server names none', async () => {
  expect(await pageFor('/api')).not.toContain('api-origin');
});
it('what is neither a path nor an address is refused', async () => {
  await expect(pageFor('api.example')).rejects.toThrow('VITE_API_URL is a path');
});
