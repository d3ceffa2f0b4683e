import styles from './bar-chart.module.css';

export type Bar = {
  key: string;
  /** The label under the bar. */ label: string;
  /** Never below nought. */ value: number;
  /** The value, in words. */ text: string;
};

/** In px: the room above the bars for the highest one's value, and below that the bars and their labels. */
const HEAD = 22;
const BODY = 92;
const FOOT = 22;
const MOST_LABELS = 7;
/** So that one or two bars do not fill the chart. */
const FEWEST_PLACES = 6;

/** A few numbers as bars; each is read out by screen readers, and shown under the pointer. */
export function BarChart({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const peak = bars.findIndex(({ value }) => value === highest);
  const place = 100 / Math.max(FEWEST_PLACES, bars.length);
  const everyNth = Math.ceil(bars.length / MOST_LABELS);
  return (
    <figure className={styles.chart}>
      <figcaption>{title}</figcaption>
      <svg
        width="100%"
        height={HEAD + BODY + FOOT}
        role="img"
        aria-label={`${title}: ${bars.map(({ label, text }) => `${label} ${text}`).join(', ')}`}
      >
        <line className={styles.ground} x1="0" x2="100%" y1={HEAD + BODY} y2={HEAD + BODY} />
        {bars.map(({ key, label, value, text }, index) => {
          const height = highest === 0 ? 0 : Math.round((value * BODY) / highest);
          const middle = `${(index + 0.5) * place}%`;
          return (
            <g key={key}>
              <rect
                className={styles.bar}
                x={`${(index + 0.16) * place}%`}
                width={`${place * 0.68}%`}
                y={HEAD + BODY - height}
                height={height}
                rx="3"
              />
              {/* The whole column reacts to the pointer, however low its bar. */}
              <rect
                className={styles.column}
                x={`${index * place}%`}
                width={`${place}%`}
                y={HEAD}
                height={BODY}
              >
                <title>{`${label}: ${text}`}</title>
              </rect>
              {index % everyNth === 0 && (
                <text x={middle} y={HEAD + BODY + 17} textAnchor="middle">
                  {label}
                </text>
              )}
              {index === peak && highest > 0 && (
                <text
                  className={styles.peak}
                  x={index === 0 ? `${0.16 * place}%` : middle}
                  y={HEAD - 7}
                  textAnchor={anchorOf(index, bars.length)}
                >
                  {text}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** Text at an edge is anchored there. */
function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 && count >= FEWEST_PLACES ? 'end' : 'middle';
}
