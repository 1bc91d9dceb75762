import { computePercent, type Percent } from '#app/core/money/percent.ts';

/** Applies a commission line only to products whose metafield `key` (`namespace.key` or `key`) has exactly this value. */
export type CommissionConstraint = { key: string; value: string };

/** One tier of a commission list: prices from `minMinor` (inclusive) to `maxMinor` (exclusive, null: see `resolveRanges`). */
export type CommissionLine = {
  minMinor: bigint;
  maxMinor: bigint | null;
  flatMinor: bigint;
  percent: Percent;
  constraint: CommissionConstraint | null;
  /** The currency of its amounts, as its list states it; missing where none is stated. */
  currency?: string;
};

/** A metafield of a product as read when the order was first recorded. A list metafield has several values. */
export type ProductMetafield = { namespace: string; key: string; values: readonly string[] };

export type CommissionSource = 'vendor' | 'default' | 'none';

/** The rule that a sale is charged by, copied at sale so that no later change of a list reaches it. */
export type CommissionRule = {
  source: CommissionSource;
  position: number | null;
  minMinor: bigint;
  maxMinor: bigint | null;
  percent: Percent;
  flatMinor: bigint;
  constraint: CommissionConstraint | null;
  /** Set where the list is of another currency than the sale: the percentage alone was taken, of the tier that begins at 0. */
  listCurrency?: string;
};

/** An admin's own rate for one vendor order: a percentage for all lines and a flat amount once. */
export type CommissionOverride = { percent: Percent; flatMinor: bigint };

/** What is charged where no line of the chosen list fits (M31). */
export const NO_RULE: CommissionRule = {
  source: 'none',
  position: null,
  minMinor: 0n,
  maxMinor: null,
  percent: 0n,
  flatMinor: 0n,
  constraint: null,
};

/** The two lists that can apply to a sale; a vendor's own, where it has lines, replaces the default as a whole. */
export type CommissionLists = { vendorLines: readonly CommissionLine[]; defaultLines: readonly CommissionLine[] };

/**
 * Chooses the line for a unit price: of the vendor's list (else of the default), the first constrained line that matches the
 * product and holds the price, else the unconditioned line that holds the price, else `NO_RULE`. A list of another currency than
 * the sale's says nothing of its prices and flat amounts: the percentage of its lowest tier is taken alone. One that has none,
 * only a percentage for every price, says the same in every currency.
 */
export function chooseCommission(
  lists: CommissionLists,
  unitPriceMinor: bigint,
  metafields: readonly ProductMetafield[],
  currency?: string,
): CommissionRule {
  const source = lists.vendorLines.length > 0 ? 'vendor' : 'default';
  const ranges = resolveRanges(source === 'vendor' ? lists.vendorLines : lists.defaultLines);
  const listCurrency = ranges.find((line) => line.currency !== undefined)?.currency;
  const isForeign =
    currency !== undefined && listCurrency !== undefined && listCurrency !== currency && ranges.some(hasAmounts);
  const priceMinor = isForeign ? 0n : unitPriceMinor;
  const fitting = ranges.filter(
    (line) => priceMinor >= line.minMinor && (line.maxMinor === null || priceMinor < line.maxMinor),
  );
  const chosen =
    fitting.find((line) => line.constraint !== null && matchesConstraint(line.constraint, metafields)) ??
    fitting.find((line) => line.constraint === null);
  if (!chosen) return NO_RULE;
  const { currency: _, ...rule } = chosen;
  if (!isForeign) return { source, ...rule };
  return { source, ...rule, minMinor: 0n, maxMinor: null, flatMinor: 0n, listCurrency };
}

/**
 * Gives each line its position and the end of its range: a missing max means the next higher min among the lines with the
 * same constraint, else no ceiling (M35).
 */
export function resolveRanges(lines: readonly CommissionLine[]): (CommissionLine & { position: number })[] {
  return lines.map((line, position) => ({ ...line, position, maxMinor: line.maxMinor ?? findNextMin(lines, line) }));
}

/** Whether a line says something of prices, or takes a flat amount. */
const hasAmounts = ({ minMinor, maxMinor, flatMinor }: CommissionLine): boolean =>
  minMinor !== 0n || maxMinor !== null || flatMinor !== 0n;

function findNextMin(lines: readonly CommissionLine[], line: CommissionLine): bigint | null {
  let next: bigint | null = null;
  for (const other of lines) {
    const isNearer = other.minMinor > line.minMinor && (next === null || other.minMinor < next);
    if (isNearer && haveSameConstraint(other.constraint, line.constraint)) next = other.minMinor;
  }
  return next;
}

function haveSameConstraint(left: CommissionConstraint | null, right: CommissionConstraint | null): boolean {
  return left?.key === right?.key && left?.value === right?.value;
}

function matchesConstraint(constraint: CommissionConstraint, metafields: readonly ProductMetafield[]): boolean {
  return metafields.some(
    (metafield) =>
      (constraint.key === `${metafield.namespace}.${metafield.key}` || constraint.key === metafield.key) &&
      metafield.values.includes(constraint.value),
  );
}

/** The steps of one line's commission: the rounded percentage, the flat amount, and the sum capped to 0..base. */
export type LineCommission = { percentPartMinor: bigint; flatPartMinor: bigint; commissionMinor: bigint };

/** Commission of a line's base (minor units): half-up of base × percent, plus the flat amount, never above the base. */
export function computeLineCommission(baseMinor: bigint, percent: Percent, flatMinor: bigint): LineCommission {
  if (baseMinor <= 0n) return { percentPartMinor: 0n, flatPartMinor: 0n, commissionMinor: 0n };
  const percentPartMinor = smaller(computePercent(baseMinor, percent), baseMinor);
  const flatPartMinor = smaller(flatMinor, baseMinor - percentPartMinor);
  return { percentPartMinor, flatPartMinor, commissionMinor: percentPartMinor + flatPartMinor };
}

/** What a list charges for a price, for the tester on the settings page: the rule and its commission on one unit. */
export function testCommission(
  lists: CommissionLists,
  unitPriceMinor: bigint,
): LineCommission & { rule: CommissionRule } {
  const rule = chooseCommission(lists, unitPriceMinor, []);
  return { rule, ...computeLineCommission(unitPriceMinor, rule.percent, rule.flatMinor) };
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
