import type { PrintDocument } from '#shared/print/document.ts';
import { layOut } from '#shared/print/layout.ts';
import { paperClass, paperCss } from '#shared/print/paper.ts';
import { columnsOf, type PaperWidth } from '#shared/print/printer.ts';
import { pageNonce } from '../ui/page-nonce.ts';

/** A document as it looks on paper, line by line. */
export function Paper({ document, width }: { document: PrintDocument; width: PaperWidth }) {
  const columns = columnsOf[width];
  return (
    <>
      <style nonce={pageNonce()}>{paperCss}</style>
      <div className="paper" ref={(paper) => paper?.style.setProperty('--columns', String(columns))}>
        {layOut(document, columns).map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line of paper is its place
          <div key={at} className={paperClass(line)}>
            <span>{line.text}</span>
            <span>{line.amount}</span>
          </div>
        ))}
      </div>
    </>
  );
}
