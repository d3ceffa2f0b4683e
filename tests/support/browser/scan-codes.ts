import jsQR from 'jsqr';
import type { Page } from 'playwright/test';
import { PNG } from 'pngjs';

/** What a phone reads in a picture; null if there is no code that it can read. */
export function scanned(picture: Buffer): string | null {
  const { data, width, height } = PNG.sync.read(picture);
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? null;
}

/** A picture as a phone that is held askew takes it: turned, small, soft, and saved as a poor JPEG. */
export async function photographed(page: Page, picture: Buffer, width: number): Promise<Buffer> {
  const blank = await page.context().newPage();
  const taken = await blank.evaluate(
    async ([png, across]) => {
      const load = async (source: string) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        return image;
      };
      const draw = (image: HTMLImageElement, size: number, angle: number) => {
        const canvas = document.createElement('canvas');
        canvas.width = size;
        canvas.height = size;
        const context = canvas.getContext('2d');
        if (!context) throw new Error('No canvas');
        context.fillStyle = '#b7a48c';
        context.fillRect(0, 0, size, size);
        context.translate(size / 2, size / 2);
        context.rotate(angle);
        const wide = angle === 0 ? size : size * 0.8;
        const high = (wide * image.height) / image.width;
        context.drawImage(image, -wide / 2, -high / 2, wide, high);
        return canvas;
      };
      const poor = draw(await load(`data:image/png;base64,${png}`), across, 0.2).toDataURL('image/jpeg', 0.4);
      return (
        draw(await load(poor), across, 0)
          .toDataURL('image/png')
          .split(',')[1] ?? ''
      );
    },
    [picture.toString('base64'), width] as const,
  );
  await blank.close();
  return Buffer.from(taken, 'base64');
}
