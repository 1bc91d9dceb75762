/** In how many days goods arrive, from the day of the checkout; both ends included. */
export type DeliveryDays = { readonly min: number; readonly max: number };

/** A rate as a buyer can have it: a flat one by its name, a live one by its carrier's service (`description`). Minor units. */
export type OfferedRate = {
  /** '' of a live rate. */
  readonly name: string;
  readonly description: string;
  readonly priceMinor: bigint;
  /** Null where nobody says when the goods arrive, as of all flat rates. */
  readonly days: DeliveryDays | null;
  readonly isLive: boolean;
};

/** The cheapest of some rates, the first of equals. */
export function cheapestOffered(rates: readonly OfferedRate[]): OfferedRate | undefined {
  return rates.reduce<OfferedRate | undefined>(
    (best, rate) => (best === undefined || rate.priceMinor < best.priceMinor ? rate : best),
    undefined,
  );
}

/**
 * The fastest of some rates. A live rate that says when goods arrive is faster than all flat rates, which say nothing; of several
 * the one with the fewest days. Flat rates go by `names`, from the slowest to the fastest; a live rate that says nothing is the
 * slowest of all. Of equally fast ones the cheaper counts, the first of equals.
 */
export function fastestOffered(rates: readonly OfferedRate[], names: readonly string[]): OfferedRate | undefined {
  const speed = ({ days, isLive, name }: OfferedRate): readonly number[] => {
    if (days) return [2, -days.max, -days.min];
    return isLive ? [0] : [1, names.indexOf(name)];
  };
  return rates.reduce<OfferedRate | undefined>((best, rate) => {
    if (best === undefined) return rate;
    const ahead = compare(speed(rate), speed(best));
    return ahead > 0 || (ahead === 0 && rate.priceMinor < best.priceMinor) ? rate : best;
  }, undefined);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** The window in which goods of several rates have all arrived: the later of both ends. Null where one says nothing. */
export function combineDays(rates: readonly OfferedRate[]): DeliveryDays | null {
  const days = rates.flatMap((rate) => rate.days ?? []);
  if (days.length === 0 || days.length < rates.length) return null;
  return { min: Math.max(...days.map(({ min }) => min)), max: Math.max(...days.map(({ max }) => max)) };
}
