import { WebContentsView } from 'electron';
import type { DrawLine, DrawnLine } from './document-bytes.ts';

/** A line that takes longer is printed without its picture, in ms. */
const DRAW_WITHIN_MS = 3_000;

/** Runs in a separate page: the line as a PNG, narrowed if the glyphs are wider than its columns. */
const draw = `({ text, width, height, bold, reversed }) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  pen.fillStyle = reversed ? '#000' : '#fff';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = reversed ? '#fff' : '#000';
  pen.textBaseline = 'middle';
  pen.font = (bold ? 'bold ' : '') + Math.round(height * 0.8) + 'px monospace';
  pen.fillText(text, 0, height / 2, width);
  return canvas.toDataURL('image/png');
}`;

/** Draws lines with this computer's fonts, in an empty page that is made when needed. */
export function lineDrawing(): DrawLine {
  let view: WebContentsView | null = null;
  let loaded: Promise<void> | null = null;

  function page(): WebContentsView {
    if (view && !view.webContents.isDestroyed() && !view.webContents.isCrashed()) return view;
    view = new WebContentsView({
      webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
    });
    loaded = view.webContents.loadURL('data:text/html,');
    return view;
  }

  async function picture(line: DrawnLine): Promise<Buffer> {
    const { webContents } = page();
    await loaded;
    const url = String(await webContents.executeJavaScript(`(${draw})(${JSON.stringify(line)})`));
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  }

  return async (line) => {
    const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), DRAW_WITHIN_MS).unref());
    return Promise.race([picture(line).catch(() => null), tooLate]);
  };
}
