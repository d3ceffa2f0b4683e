import type { MessageBoxOptions } from 'electron';
import type { ConfirmPrinter } from './print-settings.ts';

/** Asks in a dialog of the system's, which no page can press. */
export function confirmPrinter(
  show: (options: MessageBoxOptions) => Promise<{ response: number }>,
): ConfirmPrinter {
  return async ({ host, port }) => {
    const buttons = ['Cancel', 'It is my printer'];
    const { response } = await show({
      type: 'warning',
      title: 'Add a printer',
      message: `Print to ${host}, port ${port}?`,
      detail:
        'Receipt printers usually listen on port 9100. Go on only if you know that this address is your printer.',
      buttons,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    return response === buttons.length - 1;
  };
}
