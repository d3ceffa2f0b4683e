import { describe, expect, it } from 'vitest';
import { linkIn, screenOf } from './links.ts';

describe('a servery:// link opens a known screen and nothing else', () => {
  it.each([
    ['servery://settings', '/settings'],
    ['servery://outlets/', '/outlets'],
    ['servery://outlets/0a-1/trading-session', '/outlets/0a-1/trading-session'],
    ['servery://outlets/0a-1/trading-session?order=9f', '/outlets/0a-1/trading-session?order=9f'],
    ['servery://outlets/0a-1/trading-sessions/77', '/outlets/0a-1/trading-sessions/77'],
    ['servery://catalogs/c1/edit/', '/catalogs/c1/edit/'],
  ])('%s: %s', (link, path) => expect(screenOf(link)).toBe(path));

  it.each([
    'servery://',
    'servery:settings',
    'servery://admin/sellers',
    'servery://outlets/../admin',
    'servery://outlets/%2e%2e%2fadmin/manage',
    'servery://outlets/a/trading-session?order=1&x=2',
    'servery://outlets/a/trading-session?order=<script>',
    'servery://outlets?order=1',
    'servery://user@settings',
    'servery://settings:1',
    'servery://settings#x',
    'servery://settings//evil.example',
    'https://settings',
    'javascript:alert(1)',
    `servery://outlets/${'a'.repeat(65)}/manage`,
    '',
  ])('%s is none', (link) => expect(screenOf(link)).toBeNull());

  it('is found among the arguments of a program', () => {
    expect(linkIn(['/usr/bin/servery', '--flag', 'servery://settings'])).toBe('servery://settings');
    expect(linkIn(['/usr/bin/servery', 'https://servery:1/'])).toBeUndefined();
  });
});
