import { app, dialog } from 'electron';

/** Shows the person what went wrong, and logs it; the till goes on meanwhile. */
export const reporter = (log: (message: string) => void) => (message: string) => {
  log(message);
  process.stderr.write(`${message}\n`);
  void dialog.showMessageBox({ type: 'warning', title: app.name, message });
};
