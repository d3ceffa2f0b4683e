// Preloaded into Electron: the text of an error box is recorded, because nobody presses its button.
const { dialog } = require('electron');

dialog.showErrorBox = (title, content) => process.stderr.write(`[error box] ${title}: ${content}\n`);
