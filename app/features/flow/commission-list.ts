import { ok, refuse, type Result } from '#app/core/result.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_LINES, type CommissionLineInput } from '#app/features/commissions/commission-input.ts';

/** The longest list that a workflow sends, in characters: room for each line of a list that is full. */
export const MAX_LIST = 4_000;

/** The word that returns a vendor to the store's default list. */
const DEFAULT_LIST = 'default';
const DECIMAL = /^-?\d{1,20}(?:\.\d{1,20})?$/;

/**
 * Reads a commission list as a workflow writes it, of at most MAX_LIST characters: a line for each range, `from price: percentage`, or
 * the word `default` for no lines. Refuses with the message of a rule; what the numbers may be is judged where lists are saved.
 */
export function parseList(text: string): Result<CommissionLineInput[], string> {
  if (text.trim().toLowerCase() === DEFAULT_LIST) return ok([]);
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const ranges = lines.filter(({ line }) => line !== '');
  if (ranges.length > MAX_LINES) return refuse(rule('max_lines', { maximum: MAX_LINES }));
  const parsed: CommissionLineInput[] = [];
  for (const { line, number } of ranges) {
    const range = parseRange(line);
    if (!range) return refuse(rule('commission_line', { line: number }));
    parsed.push(range);
  }
  return ok(parsed);
}

/** Reads one line: plain decimals with a dot, the percent sign as one likes. */
function parseRange(line: string): CommissionLineInput | undefined {
  const [min = '', percent = '', ...rest] = line.split(':').map((part) => part.trim());
  const percentage = percent.endsWith('%') ? percent.slice(0, -1).trimEnd() : percent;
  const isRange = rest.length === 0 && DECIMAL.test(min) && DECIMAL.test(percentage);
  return isRange ? { min, percentage } : undefined;
}
