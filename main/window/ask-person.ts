import { dialog, type BrowserWindow } from 'electron';

/** The buttons, and which of them Enter presses; Escape is always a no. */
type Answers = { yes: string; no: string; usual: 'yes' | 'no' };

/** Asks in a dialog of the system's, which does not block, so the ring goes on. */
export async function askPerson(
  window: BrowserWindow,
  message: string,
  detail: string,
  { yes, no, usual }: Answers,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message,
    detail,
    buttons: [yes, no],
    defaultId: usual === 'yes' ? 0 : 1,
    cancelId: 1,
  });
  return response === 0;
}
