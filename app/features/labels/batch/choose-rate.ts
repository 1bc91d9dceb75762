/** Which rate of each order a batch takes. */
export const RATE_CHOICES = ['cheapest', 'fastest', 'service'] as const;
export type RateChoice = { choice: (typeof RATE_CHOICES)[number]; carrier: string; service: string };

/** So many orders get their labels at once. */
export const MAX_LABELS_AT_ONCE = 50;

type Rate = {
  id: string;
  carrier: string;
  service: string;
  amount: { amount: string };
  /** About how many days it takes; null where the carrier does not say. */
  days: number | null;
  isBuyable: boolean;
};

/**
 * The rate that a choice names: the cheapest, the fastest (the cheaper of two that are as fast; one that states no days is never
 * faster than one that does), or the service itself. Undefined where no carrier offers it. Rates of an answer are in one currency.
 */
export function chooseRate<Found extends Rate>(rates: readonly Found[], wanted: RateChoice): Found | undefined {
  const buyable = rates.filter(({ isBuyable }) => isBuyable);
  if (wanted.choice === 'service') {
    return sort(
      buyable.filter(({ carrier, service }) => carrier === wanted.carrier && service === wanted.service),
      [byPrice],
    )[0];
  }
  return sort(buyable, wanted.choice === 'cheapest' ? [byPrice, byDays] : [byDays, byPrice])[0];
}

type Compare = (one: Rate, other: Rate) => number;
const byPrice: Compare = (one, other) => Number(one.amount.amount) - Number(other.amount.amount);
const byDays: Compare = (one, other) => (one.days ?? Infinity) - (other.days ?? Infinity) || 0;
const byId: Compare = (one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

function sort<Found extends Rate>(rates: readonly Found[], compares: readonly Compare[]): Found[] {
  return [...rates].sort((one, other) => {
    for (const compare of [...compares, byId]) {
      const difference = compare(one, other);
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
    }
    return 0;
  });
}
