// Loaded into Electron before the till: what an error box would show is written down, since nobody presses its button.
const { dialog } = require('electron');

dialog.showErrorBox = (title, content) => process.stderr.write(`[error box] ${title}: ${content}\n`);
