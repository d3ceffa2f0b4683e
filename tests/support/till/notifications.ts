import type { ElectronApplication } from 'playwright';
import { test } from 'playwright/test';

/** Skips a test if the system shows no notifications; on Linux `npm test` names the missing library. */
export async function needsNotifications(app: ElectronApplication): Promise<void> {
  const shown = await app.evaluate(({ Notification }) => Notification.isSupported());
  test.skip(!shown, 'this system shows no notifications');
}
