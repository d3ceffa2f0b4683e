import { app, dialog } from 'electron';

/** Says what went wrong, to the person and to whoever reads the log; the till goes on meanwhile. */
export const reporter = (log: (message: string) => void) => (message: string) => {
  log(message);
  process.stderr.write(`${message}\n`);
  void dialog.showMessageBox({ type: 'warning', title: app.name, message });
};
