import type { PercentCrop } from 'react-image-crop';
import { MOST_IMAGE_PIXELS } from '#shared/api/image-limits.ts';

const QUALITY = 0.9;

/** The cropped part of a picture as a square JPEG, at most as large as an image may be and never enlarged. */
export async function cropPicture(picture: HTMLImageElement, crop: PercentCrop): Promise<Blob> {
  const { naturalWidth, naturalHeight } = picture;
  const width = (crop.width / 100) * naturalWidth;
  const height = (crop.height / 100) * naturalHeight;
  const side = Math.max(1, Math.min(MOST_IMAGE_PIXELS, Math.round(Math.min(width, height))));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('This browser draws no pictures');
  // A JPEG has no transparency; without this, transparent parts would be black.
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, side, side);
  paper.imageSmoothingQuality = 'high';
  const left = (crop.x / 100) * naturalWidth;
  const top = (crop.y / 100) * naturalHeight;
  paper.drawImage(picture, left, top, width, height, 0, 0, side, side);
  const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  if (!jpeg) throw new Error('The picture could not be made into a JPEG');
  return jpeg;
}
