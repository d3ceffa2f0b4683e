import { expect, it } from 'vitest';
import { brand } from '#shared/base/brand.ts';
import { menuOf } from './menu.ts';

it.each(['linux', 'win32', 'darwin'] as const)(
  '%s: Help leads to support and to what this is',
  (platform) => {
    const chosen: string[] = [];
    const choose = (what: string) => () => void chosen.push(what);
    const choices = {
      zoom: choose('zoom'),
      toggleFullScreen: choose('full screen'),
      settings: choose('settings'),
      about: choose('about'),
      writeToSupport: choose('support'),
    };
    const help = menuOf(platform, choices).find(({ role }) => role === 'help');
    const items = Array.isArray(help?.submenu) ? help.submenu : [];
    const press = (label: string) =>
      (items.find((item) => item.label === label)?.click as (() => void) | undefined)?.();
    press(`About ${brand.name}`);
    press(`Write to ${brand.emails.support}`);
    expect(chosen).toEqual(['about', 'support']);
  },
);
