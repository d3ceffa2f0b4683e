// The smallest Electron app: one window with one page, and nothing else.
const path = require('node:path');
const { app, BrowserWindow } = require('electron');

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1366, height: 820, show: false });
  window.once('ready-to-show', () => window.show());
  void window.loadFile(path.join(__dirname, 'index.html'));
});
app.on('window-all-closed', () => app.quit());
