/** A line over time without a scale, beside a figure that says what it is: pictures for the eye alone. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(1, ...values);
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  const points = values.map((value, index) => {
    const height = Math.max(0, value / highest) * (HEIGHT - 2 * EDGE);
    return `${(index * step).toFixed(1)},${(HEIGHT - EDGE - height).toFixed(1)}`;
  });
  return (
    <svg className="souk-sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const WIDTH = 120;
const HEIGHT = 32;
/** Room for the stroke above and below. */
const EDGE = 2;
