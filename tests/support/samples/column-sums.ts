/** The sums of a spreadsheet's columns of pounds, in pence, by their headings. No cell may hold a comma. */
export function columnSums(csv: string, columns: string[]): number[] {
  const [headings = [], ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((text) => text.split(','));
  return columns.map((heading) =>
    lines.reduce((sum, cells) => sum + Math.round(Number(cells[headings.indexOf(heading)]) * 100), 0),
  );
}
