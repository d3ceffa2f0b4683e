import { inflateSync } from 'node:zlib';

/** A run of glyphs, in points from the page's top left corner; `right` is the end of its last glyph. */
type Run = { text: string; left: number; right: number; bottom: number };
type PdfText = { pages: number; width: number; height: number; runs: Run[] };

/** The text of the first page of a PDF by Chromium, in fonts whose characters are all of one width. */
export function pdfText(pdf: Buffer): PdfText {
  const file = pdf.toString('latin1');
  const [, , width = 0, height = 0] = (/\/MediaBox \[([^\]]+)\]/.exec(file)?.[1] ?? '')
    .split(' ')
    .map(Number);
  const streams = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n<<\/Filter \/FlateDecode\n.*stream\n([\s\S]*?)\nendstream/gm)].map(
      ([, id = '', body = '']) => [id, inflateSync(Buffer.from(body, 'latin1')).toString('latin1')],
    ),
  );
  const fonts = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n<<\/Type \/Font\n(?:.*\n)*?\/ToUnicode (\d+) 0 R/gm)].map(
      ([, id = '', map = '']) => [id, glyphsIn(streams.get(map) ?? '')],
    ),
  );
  const content = [...streams.values()].find((stream) => /^BT$/m.test(stream)) ?? '';
  // The first two scale the page's unit to points: the whole sheet, and what Chromium shrinks on it.
  const scales = [...content.matchAll(/^(\S+) 0 0 -?\S+ 0 \S+ cm$/gm)].map(([, scale]) => Number(scale));
  const unit = (scales[0] ?? 0) * (scales[1] ?? 0);
  const advance = Number(/^\/W \[0 \d+ (\S+)\]/m.exec(file)?.[1]) / 1000;
  const runs = [...content.matchAll(/^BT\n\/F(\d+) (\S+) Tf\n([\s\S]*?)^ET$/gm)].map(
    ([, font = '', size, block = '']) => {
      const [, left = 0, bottom = 0] = (/^1 0 0 -1 (\S+) (\S+) Tm$/m.exec(block) ?? []).map(Number);
      const glyphs = [...block.matchAll(/<(\w+)> Tj/g)].flatMap(([, run = '']) => run.match(/.{4}/g) ?? []);
      return {
        text: glyphs.map((glyph) => fonts.get(font)?.get(hex(glyph)) ?? '?').join(''),
        left: left * unit,
        right: (left + glyphs.length * advance * Number(size)) * unit,
        bottom: bottom * unit,
      };
    },
  );
  return { pages: Number(/\/Count (\d+)/.exec(file)?.[1]), width, height, runs };
}

/** What each glyph of a font means; the map names ranges and single ones. */
function glyphsIn(map: string): Map<number, string> {
  const glyphs = new Map<number, string>();
  for (const [, from = '', to = '', first = ''] of map.matchAll(/^<(\w{4})> <(\w{4})> <(\w{4})>$/gm))
    for (let glyph = hex(from); glyph <= hex(to); glyph += 1)
      glyphs.set(glyph, String.fromCodePoint(hex(first) + glyph - hex(from)));
  const single = map.slice(map.indexOf('endcodespacerange'));
  for (const [, glyph = '', text = ''] of single.matchAll(/^<(\w{4})> <(\w{4})>$/gm))
    glyphs.set(hex(glyph), String.fromCodePoint(hex(text)));
  return glyphs;
}

const hex = (digits: string) => Number.parseInt(digits, 16);
