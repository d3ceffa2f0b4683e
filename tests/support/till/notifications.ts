import type { ElectronApplication } from 'playwright';
import { test } from 'playwright/test';

/** Skips a test where the system shows no notifications; on Linux `npm test` names the library that is missing. */
export async function needsNotifications(app: ElectronApplication): Promise<void> {
  const shown = await app.evaluate(({ Notification }) => Notification.isSupported());
  test.skip(!shown, 'this system shows no notifications');
}
