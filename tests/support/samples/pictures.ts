import { crc32, deflateSync } from 'node:zlib';

const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 65_535)];

/** A whole PNG of one colour. */
export function png(width = 4, height = 4): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    return Buffer.concat([Buffer.from(u32(data.length)), body, Buffer.from(u32(crc32(body)))]);
  };
  const rows = Buffer.alloc((width * 3 + 1) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([...u32(width), ...u32(height), 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The headers of a baseline JPEG, without a scan: all that states its type and size. */
export function jpeg(width = 4, height = 4): Buffer {
  const jfif = [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0];
  const frame = [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0];
  const segment = (marker: number, data: number[]) => [0xff, marker, ...u16(data.length + 2), ...data];
  return Buffer.from([0xff, 0xd8, ...segment(0xe0, jfif), ...segment(0xc0, frame), 0xff, 0xd9]);
}

/** The headers of an extended WebP, without its bitstream. */
export function webp(width = 4, height = 4): Buffer {
  const file = Buffer.alloc(30);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WEBPVP8X', 8, 'latin1');
  file.writeUInt32LE(10, 16);
  file.writeUIntLE(width - 1, 24, 3);
  file.writeUIntLE(height - 1, 27, 3);
  return file;
}
