import { Menu, nativeImage, Tray } from 'electron';
import icon from '../resources/icon.png?inline';
import { trayMenu, type TrayChoices } from './tray.ts';

/** 16 px on Windows, up to 22 elsewhere; the system scales what it is given. */
const SIZE = process.platform === 'win32' ? 16 : 22;

/** The till's icon in the system's tray. A system without a tray shows none, which is no error. */
export function openTray(choices: TrayChoices) {
  const image = nativeImage.createFromDataURL(icon).resize({ width: SIZE, height: SIZE });
  const tray = new Tray(image);
  tray.on('click', choices.open);
  let shown = '';
  return function show(text: string, muted: boolean): void {
    // Replacing an open menu would close it under the pointer.
    if (shown === `${text} ${muted}`) return;
    shown = `${text} ${muted}`;
    tray.setToolTip(text);
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(text, muted, choices)));
  };
}

const OVERLAY = 16;

/** The overlay on the icon in Windows' taskbar: a red disc. */
export function overlayDisc() {
  const pixels = Buffer.alloc(OVERLAY * OVERLAY * 4);
  const middle = (OVERLAY - 1) / 2;
  for (let y = 0; y < OVERLAY; y += 1)
    for (let x = 0; x < OVERLAY; x += 1)
      if (Math.hypot(x - middle, y - middle) <= OVERLAY / 2)
        // Blue, green, red, alpha.
        pixels.set([0x18, 0x23, 0xb4, 0xff], (y * OVERLAY + x) * 4);
  return nativeImage.createFromBitmap(pixels, { width: OVERLAY, height: OVERLAY });
}
