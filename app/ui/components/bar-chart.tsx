/** A bar: how high it is, and what it stands for in words. */
export type Bar = { id: string; value: number; text: string };

/**
 * Bars over time. It repeats what stands in a table beside it: to a screen reader it is one picture with a summary, each bar says
 * its words to a pointer. `max`, `first` and `last` are the words of its scale.
 */
export function BarChart({
  summary,
  bars,
  max,
  first,
  last,
}: {
  summary: string;
  bars: readonly Bar[];
  max: string;
  first: string;
  last: string;
}) {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const heightOf = (value: number): number => (highest > 0 ? Math.max(0, (value / highest) * HEIGHT) : 0);
  return (
    <figure className="souk-chart">
      <span className="souk-note" aria-hidden="true">
        {max}
      </span>
      <svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        {bars.map(({ id, value, text }, index) => (
          <g key={id} className="souk-chart-bar">
            <title>{text}</title>
            {/* The whole height answers to the pointer, also where the bar is low. */}
            <rect className="souk-chart-reach" x={index * STEP} y={0} width={STEP} height={HEIGHT} />
            <rect x={index * STEP + GAP} y={HEIGHT - heightOf(value)} width={STEP - 2 * GAP} height={heightOf(value)} />
          </g>
        ))}
      </svg>
      <span className="souk-chart-ends souk-note" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </span>
    </figure>
  );
}

const STEP = 10;
const GAP = 1;
const HEIGHT = 100;
