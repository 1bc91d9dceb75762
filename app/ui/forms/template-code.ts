/** The signs between which a template names a value or a condition. */
const OPENINGS = ['{{', '{%'] as const;
const CLOSINGS = { '{{': '}}', '{%': '%}' } as const;

/** Where the next code of a template begins and ends; undefined where there is none, or it has no end. */
export function findCode(text: string, from: number): { from: number; to: number } | undefined {
  const starts = OPENINGS.map((opening) => ({ opening, at: text.indexOf(opening, from) })).filter(
    ({ at }) => at !== -1,
  );
  const [one, other] = starts;
  if (!one) return undefined;
  const first = other && other.at < one.at ? other : one;
  const end = text.indexOf(CLOSINGS[first.opening], first.at + 2);
  return end === -1 ? undefined : { from: first.at, to: end + 2 };
}

/** A code of a template as people read it: "order_number" of `{{ params.order_number }}`, "if is_paid" of `{% if params.is_paid %}`. */
export const nameCode = (code: string): string => code.slice(2, -2).replaceAll('params.', '').trim();
