import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';

/** The white margin that a code needs around it, in its own squares. */
const MARGIN = 4;

/** An address as a code that phones scan, also if a seventh of it is dirty. */
export function CodePicture({ address, label }: { address: string; label: string }) {
  const code = useMemo(() => generate(address, { minCorrectionLevel: correction.M }), [address]);
  const size = code.size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
