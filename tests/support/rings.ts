import type { ElectronApplication } from 'playwright';

type Heard = { sound: string; volumePercent: number; orderIds: string[] };

/** Writes down what the till's bell is told to sound, from now on. */
export async function listenToTheBell(app: ElectronApplication): Promise<() => Promise<Heard[]>> {
  await app.evaluate(({ webContents }) => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    const bell = webContents.getAllWebContents().find((page) => page.getURL().endsWith('/bell.html'));
    if (!bell) throw new Error('There is no bell');
    const send = bell.send.bind(bell);
    bell.send = (channel, ...data) => {
      if (channel === 'till:ring') heard.push(data[0]);
      send(channel, ...data);
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
}
