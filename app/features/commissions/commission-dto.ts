import { formatAmount, type Currency } from '#app/core/money/money.ts';
import { formatPercent } from '#app/core/money/percent.ts';
import type { CommissionConstraint, CommissionLine } from './commission.ts';

/** A commission line on the wire: decimals as text, so that what was read can be sent back unchanged. */
export type CommissionLineDto = {
  min: string;
  max: string | null;
  flat: string;
  percentage: string;
  constraint: CommissionConstraint | null;
};

/** A list's lines as the API tells and takes them: decimals in the currency's places. */
export function linesToDto(lines: readonly CommissionLine[], currency: Currency): CommissionLineDto[] {
  return lines.map((line) => ({
    min: formatAmount(line.minMinor, currency),
    max: line.maxMinor === null ? null : formatAmount(line.maxMinor, currency),
    flat: formatAmount(line.flatMinor, currency),
    percentage: formatPercent(line.percent),
    constraint: line.constraint,
  }));
}
