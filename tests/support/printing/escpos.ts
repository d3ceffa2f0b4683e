import iconv from 'iconv-lite';

/** A line as it looks on paper. */
export type ShownLine = { text: string; wide: boolean; tall: boolean; bold: boolean; reversed: boolean };
export type Shown = {
  lines: ShownLine[];
  cuts: number;
  pulses: number;
  pictures: { width: number; height: number; bits: Buffer }[];
  /** Every command, by its first bytes in hex. */
  commands: string[];
};

const pages: Record<number, string> = {
  0: 'CP437',
  2: 'CP850',
  16: 'CP1252',
  19: 'CP858',
  40: 'ISO-8859-15',
};

/** Reads ESC/POS as an Epson printer does, and refuses what it does not know. Shares no code with what writes it. */
export function readEscPos(bytes: Buffer): Shown {
  const shown: Shown = { lines: [], cuts: 0, pulses: 0, pictures: [], commands: [] };
  const plain = { wide: false, tall: false, bold: false, reversed: false };
  let look = { ...plain };
  let page = 'CP437';
  let text = '';
  let lineLook = look;
  let at = 0;
  const byte = (offset: number) => {
    const value = bytes[at + offset];
    if (value === undefined) throw new Error('It ends in the middle of a command');
    return value;
  };
  const command = (length: number, name: string) => {
    shown.commands.push(name);
    at += length;
  };
  while (at < bytes.length) {
    const first = byte(0);
    if (first === 0x0a) {
      shown.lines.push({ text, ...lineLook });
      text = '';
      at += 1;
    } else if (first >= 0x20) {
      if (text === '') lineLook = { ...look };
      text += iconv.decode(Buffer.from([first]), page);
      at += 1;
    } else if (first === 0x1b) escape(byte(1));
    else if (first === 0x1d) group(byte(1));
    else throw new Error(`An unknown byte ${first.toString(16)} at ${at}`);
  }
  return shown;

  function escape(second: number): void {
    switch (second) {
      case 0x40:
        look = { ...plain };
        page = 'CP437';
        return command(2, 'ESC @');
      case 0x52:
        if (byte(2) !== 0) throw new Error('A national character set');
        return command(3, 'ESC R');
      case 0x74: {
        const known = pages[byte(2)];
        if (known === undefined) throw new Error(`An unknown page ${byte(2)}`);
        page = known;
        return command(3, 'ESC t');
      }
      case 0x21: {
        const mode = byte(2);
        look = { ...look, wide: (mode & 0x20) > 0, tall: (mode & 0x10) > 0, bold: (mode & 0x08) > 0 };
        return command(3, 'ESC !');
      }
      case 0x45:
        look = { ...look, bold: (byte(2) & 1) > 0 };
        return command(3, 'ESC E');
      case 0x64:
        return command(3, 'ESC d');
      case 0x70:
        shown.pulses += 1;
        byte(4);
        return command(5, 'ESC p');
      default:
        throw new Error(`An unknown command ESC ${second.toString(16)}`);
    }
  }

  function group(second: number): void {
    switch (second) {
      case 0x42:
        look = { ...look, reversed: (byte(2) & 1) > 0 };
        return command(3, 'GS B');
      case 0x61:
        if (byte(2) !== 0) throw new Error('It would send status by itself');
        return command(3, 'GS a');
      case 0x56:
        shown.cuts += 1;
        return command(3, 'GS V');
      case 0x76: {
        const [across, high] = [byte(4) + byte(5) * 256, byte(6) + byte(7) * 256];
        const bits = bytes.subarray(at + 8, at + 8 + across * high);
        if (bits.length < across * high) throw new Error('A picture that is cut short');
        shown.pictures.push({ width: across * 8, height: high, bits });
        return command(8 + across * high, 'GS v');
      }
      default:
        throw new Error(`An unknown command GS ${second.toString(16)}`);
    }
  }
}
