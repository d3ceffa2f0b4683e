import type { TableCodes } from '#shared/api/table-codes.ts';
import { pageNonce } from '../../ui/page-nonce.ts';
import { CodePicture } from './code-picture.tsx';
import styles from './code-sheets.module.css';

type Code = TableCodes['tables'][number];

/** As many cards of A7 as fill an A4 page. */
const CARDS = 8;
/** Longer names are printed smaller, so that each has its line. */
const SHORT = 5;

/** Pages of A4 with a card for each table, to be cut along the dashed lines. */
export function CardSheets({ outletName, codes }: { outletName: string; codes: readonly Code[] }) {
  const sheets = Array.from({ length: Math.ceil(codes.length / CARDS) }, (_, at) =>
    codes.slice(at * CARDS, (at + 1) * CARDS),
  );
  return (
    <>
      <WholePages />
      {sheets.map((cards, at) => (
        <article
          key={cards[0]?.table}
          className={styles.sheet}
          aria-label={`Page ${at + 1} of ${sheets.length}`}
        >
          <div className={styles.cards}>
            {cards.map((code) => (
              <Card key={code.table} outletName={outletName} code={code} />
            ))}
          </div>
        </article>
      ))}
    </>
  );
}

function Card({ outletName, code: { table, url } }: { outletName: string; code: Code }) {
  const named = /^\d/.test(table) ? `Table ${table}` : table;
  return (
    <section className={styles.card} aria-label={named}>
      <CodePicture address={url} label={`Code of ${named}`} />
      <div className={styles.words}>
        <p className={styles.outlet}>{outletName}</p>
        {named !== table && <p className={styles.before}>Table</p>}
        <p className={table.length > SHORT ? styles.long : styles.short}>{table}</p>
        <p className={styles.scan}>Scan to order</p>
      </div>
    </section>
  );
}

/** One page of A4 with the code of the page itself, for a wall, a window or the bar. */
export function Poster({ outletName, address }: { outletName: string; address: string }) {
  return (
    <>
      <WholePages />
      <article className={styles.sheet} aria-label="Poster">
        <div className={styles.poster}>
          <p className={outletName.length > 40 ? styles.longName : styles.name}>{outletName}</p>
          <CodePicture address={address} label={`Code of ${outletName}`} />
          <p className={styles.scanLarge}>Scan to order</p>
          <p className={styles.how}>Open your phone’s camera, point it here, and follow the link.</p>
        </div>
      </article>
    </>
  );
}

/** While these are shown, paper has no margins: the cards have their own. */
function WholePages() {
  return <style nonce={pageNonce()}>{'@page { size: A4 portrait; margin: 0; }'}</style>;
}
