import { describe, expect, it } from 'vitest';
import type { WebContents } from 'electron';
import { brand } from '#shared/base/brand.ts';
import { mayOpenOutside } from './external-links.ts';
import { lockDown, mayUse } from './lock-down.ts';
import { readApiBase } from './api-address.ts';

type Listener = (event: { url: string; preventDefault: () => void }, details?: unknown) => void;

function lockedContents() {
  const listeners = new Map<string, Listener>();
  let open: ((details: { url: string }) => { action: string }) | undefined;
  const done: string[] = [];
  lockDown({
    on: (name: string, listener: Listener) => listeners.set(name, listener),
    setWindowOpenHandler: (handler: typeof open) => (open = handler),
    setWebRTCIPHandlingPolicy: (policy: string) => done.push(policy),
    forcefullyCrashRenderer: () => done.push('ended'),
  } as unknown as WebContents);
  const frameCreated = (frame: unknown) =>
    listeners.get('frame-created')?.({ url: '', preventDefault: () => undefined }, { frame });
  const prevented = (name: string, url: string) => {
    let stopped = false;
    listeners.get(name)?.({ url, preventDefault: () => (stopped = true) });
    return stopped;
  };
  return { prevented, done, frameCreated, open: (url: string) => open?.({ url }).action };
}

describe('a page stays where it is (E11–E14)', () => {
  const elsewhere = [
    'https://example.com/',
    'app://till.evil/',
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:1',
    'blob:app://till/x',
  ];

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s', (event) => {
    const { prevented } = lockedContents();
    for (const url of elsewhere) expect(prevented(event, url), url).toBe(true);
    expect(prevented(event, 'app://till/outlets')).toBe(false);
  });

  it('opens no window and attaches no webview', () => {
    const { prevented, open } = lockedContents();
    for (const url of [...elsewhere, 'app://till/']) expect(open(url)).toBe('deny');
    expect(prevented('will-attach-webview', 'app://till/')).toBe(true);
  });
});

it('a page sends no UDP past the proxy, and one that makes a frame is ended (E7)', () => {
  const { done, frameCreated } = lockedContents();
  expect(done).toEqual(['disable_non_proxied_udp']);
  frameCreated({ parent: null });
  frameCreated(null);
  expect(done).toHaveLength(1);
  frameCreated({ parent: {} });
  expect(done).toEqual(['disable_non_proxied_udp', 'ended']);
});

it('permissions are refused but for two, and those to our own pages (E5)', () => {
  const all = [
    'clipboard-read',
    'camera',
    'media',
    'geolocation',
    'midi',
    'openExternal',
    'fullscreen',
    'usb',
    'fileSystem',
    'unknown',
  ];
  for (const permission of all) expect(mayUse(permission, 'app://till/'), permission).toBe(false);
  expect(mayUse('notifications', 'app://till/')).toBe(true);
  expect(mayUse('notifications', 'https://evil.example/')).toBe(false);
});

describe('what may be opened outside (E15)', () => {
  it.each([
    [brand.legal.terms, true],
    [`mailto:${brand.emails.support}`, true],
    ['https://connect.stripe.com/oauth/authorize?x=1', true],
    ['mailto:someone@else.example', false],
    [`mailto:${brand.emails.support}?attach=/etc/passwd`, false],
    [`mailto:${brand.emails.support}?cc=someone@else.example`, false],
    [`mailto:${brand.emails.support}#x`, false],
    ['https://stripe.com.evil/', false],
    ['https://user@connect.stripe.com/', false],
    ['http://connect.stripe.com/', false],
    ['file:///etc/passwd', false],
    ['smb://host/share', false],
    ['ms-msdt:/id', false],
    ['not an address', false],
  ])('%s: %s', (address, allowed) => expect(mayOpenOutside(address)).toBe(allowed));
});

describe('the address of the API (E1, D4)', () => {
  it.each([
    ['https://orders.example.com/api/', { apiBase: 'https://orders.example.com/api' }],
    ['http://127.0.0.1:4000/api', { apiBase: 'http://127.0.0.1:4000/api' }],
    ['http://localhost:4000', { apiBase: 'http://localhost:4000' }],
  ])('%s is kept', (text, kept) => expect(readApiBase(text)).toEqual(kept));

  it.each([
    'http://orders.example.com/api',
    'ftp://x/',
    'orders.example.com',
    'https://a:b@orders.example.com/',
    'http://127.0.0.1.evil.example/',
  ])('%s is refused', (text) => expect(readApiBase(text)).toHaveProperty('wrong'));
});
