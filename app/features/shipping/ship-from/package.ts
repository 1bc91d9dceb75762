import { toGrams } from '../zones/weight.ts';
import type { PACKAGE_LENGTH_UNITS, PACKAGE_WEIGHT_UNITS } from './ship-from.ts';

/** A package as it is offered for a label: whole grams, lengths in centimetres with at most one decimal; null is not known. */
export type SuggestedPackage = {
  grams: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
  /** Whether the vendor's default package stands in for measures that no product states. */
  usesDefault: boolean;
};

type LengthUnit = (typeof PACKAGE_LENGTH_UNITS)[number];
type Size = { length: number; width: number; height: number };

/** What is sent of one line, with what its product states. */
export type PackedLine = {
  quantity: number;
  weight: string | null;
  weightUnit: string | null;
  size: (Size & { unit: LengthUnit }) | null;
};

export type DefaultPackage = Size & {
  dimUnit: LengthUnit;
  weight: number;
  weightUnit: (typeof PACKAGE_WEIGHT_UNITS)[number];
};

const CENTIMETRES: Readonly<Record<LengthUnit, number>> = { cm: 1, in: 2.54, ft: 30.48, m: 100, mm: 0.1, yd: 91.44 };
const GRAMS: Readonly<Record<DefaultPackage['weightUnit'], number>> = { g: 1, kg: 1000, oz: 28.349523, lb: 453.59237 };

/** Rounded up to a tenth: a carrier charges for what it measures, and that is never less. */
const tenths = (centimetres: number): number => Math.ceil(Math.round(centimetres * 1000) / 100) / 10;

/**
 * The package that an order's lines go into. The weight is the sum of what the products weigh; items without a weight add the
 * default package's weight once. One item alone goes in its own measures, several are stacked; where one states none, the
 * default package is taken.
 */
export function suggestPackage(lines: readonly PackedLine[], defaultPackage: DefaultPackage | null): SuggestedPackage {
  const units = lines.map((line) => toGrams(line.weight, line.weightUnit));
  // Nobody knows what such a package weighs; whoever buys its label says it.
  const isUnreadable = units.includes(undefined);
  const weights = lines.map(({ quantity }, index) => Number(units[index] ?? 0n) * quantity);
  const isWeightMissing = weights.some((grams) => grams === 0) || lines.length === 0;
  const known = weights.reduce((sum, grams) => sum + grams, 0);
  const spare = defaultPackage ? Math.ceil(defaultPackage.weight * GRAMS[defaultPackage.weightUnit]) : 0;
  const grams = known + (isWeightMissing ? spare : 0);
  const size = stack(lines);
  const standIn = size === null && defaultPackage ? inCentimetres(defaultPackage, defaultPackage.dimUnit) : null;
  const chosen = size ?? standIn;
  return {
    grams: isUnreadable || grams === 0 ? null : grams,
    length: chosen && tenths(chosen.length),
    width: chosen && tenths(chosen.width),
    height: chosen && tenths(chosen.height),
    usesDefault: standIn !== null || (isWeightMissing && spare > 0),
  };
}

const inCentimetres = (size: Size, unit: LengthUnit): Size => ({
  length: size.length * CENTIMETRES[unit],
  width: size.width * CENTIMETRES[unit],
  height: size.height * CENTIMETRES[unit],
});

/** All units upon one another; null where one of them states no measures. */
function stack(lines: readonly PackedLine[]): Size | null {
  let stacked: Size | null = null;
  for (const { size, quantity } of lines) {
    if (size === null) return null;
    const own = inCentimetres(size, size.unit);
    const before: Size = stacked ?? { length: 0, width: 0, height: 0 };
    stacked = {
      length: Math.max(before.length, own.length),
      width: Math.max(before.width, own.width),
      height: before.height + own.height * quantity,
    };
  }
  return stacked;
}
