import { assertNever } from '#shared/base/assert-never.ts';
import type { PictureType } from './check-picture.ts';

/**
 * A picture without its metadata (EXIF, XMP, comments, text: where and with what it was taken) and without any bytes
 * after its end. The colour profile stays. Null if the file's structure is invalid.
 */
export function barePicture(bytes: Buffer, type: PictureType): Buffer | null {
  try {
    switch (type) {
      case 'jpg':
        return bareJpeg(bytes);
      case 'png':
        return barePng(bytes);
      case 'webp':
        return bareWebp(bytes);
      default:
        return assertNever(type);
    }
  } catch (error) {
    // A length that points beyond the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const jpegMarker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, firstApp: 0xe0, lastApp: 0xef };
/** The segments that stay: JFIF, the colour profile, and Adobe's colour coding. */
const appsKept = new Set([0xe0, 0xe2, 0xee]);
const ICC_PROFILE = 'ICC_PROFILE\0';

function bareJpeg(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    // Any number of 0xff bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else if (marker === jpegMarker.end) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    else {
      const segmentEnd = at + 2 + bytes.readUInt16BE(at + 2);
      const end = marker === jpegMarker.scan ? endOfScan(bytes, segmentEnd) : segmentEnd;
      const segment = wholePart(bytes, at, end);
      if (isPictureSegment(marker, segment)) kept.push(segment);
      at = end;
    }
  }
}

function isPictureSegment(marker: number, segment: Buffer): boolean {
  if (marker === jpegMarker.comment) return false;
  if (marker < jpegMarker.firstApp || marker > jpegMarker.lastApp) return true;
  // APP2 segments may also hold further pictures; only a colour profile stays.
  if (marker === 0xe2) return segment.toString('latin1', 4, 4 + ICC_PROFILE.length) === ICC_PROFILE;
  return appsKept.has(marker);
}

/** The position of the next marker. Within a scan, 0xff is followed by zero or is a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new RangeError('A scan without an end');
}

const pngChunks = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP bKGD pHYs'.split(' '));

function barePng(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, 8)];
  let at = 8;
  for (;;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const chunk = wholePart(bytes, at, end);
    if (pngChunks.has(name)) kept.push(chunk);
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** The flags in VP8X that announce EXIF and XMP. */
const WEBP_NOTES = 0x08 | 0x04;

function bareWebp(bytes: Buffer): Buffer | null {
  const riffEnd = 8 + bytes.readUInt32LE(4);
  const kept = [Buffer.from(bytes.subarray(0, 12))];
  for (let at = 12; at + 8 <= riffEnd;) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    const name = bytes.toString('latin1', at, at + 4);
    const chunk = Buffer.from(wholePart(bytes, at, end));
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_NOTES, 8);
    if (webpChunks.has(name)) kept.push(chunk);
    at = end;
  }
  const bare = Buffer.concat(kept);
  bare.writeUInt32LE(bare.length - 8, 4);
  return bare;
}

function wholePart(bytes: Buffer, from: number, to: number): Buffer {
  if (to > bytes.length) throw new RangeError('A part goes on beyond the end');
  return bytes.subarray(from, to);
}
