import { expect, it, vi } from 'vitest';

const printed: object[] = [];
vi.mock('electron', () => ({
  BrowserWindow: class {
    webContents = {
      print(options: object, done: (taken: boolean, reason: string) => void) {
        printed.push(options);
        done(true, '');
      },
    };
    loadURL = async () => undefined;
    isDestroyed = () => true;
  },
}));
const { printPage } = await import('./print-page.ts');

it('a page is printed at the size of its paper, whatever the printer’s own is (T4)', async () => {
  const size = { width: 58_000, height: 100_000 };
  expect(await printPage({ html: '', size }, 'Kitchen', new AbortController().signal)).toEqual({
    kind: 'sent',
  });
  expect(printed).toEqual([
    {
      silent: true,
      deviceName: 'Kitchen',
      printBackground: true,
      pageSize: size,
      margins: { marginType: 'none' },
    },
  ]);
});
