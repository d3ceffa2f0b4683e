import { describe, expect, it } from 'vitest';
import { loadOnlyWhatIsUsed } from './frugal.ts';

function start(env: NodeJS.ProcessEnv, given = '') {
  const switches = new Map([['enable-features', given]]);
  let ready = () => {};
  loadOnlyWhatIsUsed(
    {
      commandLine: {
        getSwitchValue: (name: string) => switches.get(name) ?? '',
        appendSwitch: (name: string, value: string) => switches.set(name, value),
      } as never,
      whenReady: () => new Promise<void>((resolve) => (ready = resolve)),
    },
    env,
  );
  return { features: () => switches.get('enable-features'), ready: () => ready() };
}

describe('what a till never uses', () => {
  it('is left out of Chromium, beside what was asked for at its start', () => {
    expect(start({}).features()).toBe('RunVideoCaptureServiceInBrowserProcess');
    expect(start({}, 'Other').features()).toBe('RunVideoCaptureServiceInBrowserProcess,Other');
  });

  it('GTK looks for no OpenGL, and what the till starts later may', async () => {
    const env: NodeJS.ProcessEnv = {};
    const till = start(env);
    expect(env['GDK_GL']).toBe('disable');
    till.ready();
    await expect.poll(() => env['GDK_GL']).toBeUndefined();
  });

  it('somebody’s own choice for GTK stays', async () => {
    const env = { GDK_GL: 'always' };
    start(env).ready();
    await Promise.resolve();
    expect(env).toEqual({ GDK_GL: 'always' });
  });
});
