/** What a rate depends on: the weight or the price of one vendor's lines in a cart, the price before discounts. */
export const RATE_FIELDS = ['TOTAL_WEIGHT', 'TOTAL_PRICE'] as const;
export type RateField = (typeof RATE_FIELDS)[number];

/** From inclusive, to exclusive; null for no end. Grams of weights, minor units of prices. */
export type Interval = { readonly from: bigint; readonly to: bigint | null };

export type Rate = {
  readonly name: string;
  readonly description: string;
  readonly priceMinor: bigint;
  readonly field: RateField;
  readonly min: bigint;
  readonly max: bigint | null;
};

/** A country of a zone; without provinces, the whole of it. Codes in capitals. */
export type ZoneCountry = { readonly code: string; readonly provinces: readonly string[] };

export type Zone = {
  readonly id: string;
  readonly zoneName: string;
  readonly rates: readonly Rate[];
  readonly countries: readonly ZoneCountry[];
};

/** Carts by weight and price; null where any will do. */
export type CartRange = { readonly weight: Interval | null; readonly price: Interval | null };
export type Overlap = CartRange & { readonly name: string };

/** One vendor's lines of a cart that are shipped: grams and minor units. */
export type VendorCart = { readonly weightGrams: bigint; readonly priceMinor: bigint };
export type Destination = { readonly country: string; readonly province: string | null };

/** Names the carts for which a zone has no rate, lightest and cheapest first: their buyers could not check out. */
export function findGaps(rates: readonly Rate[]): CartRange[] {
  const uncovered = (field: RateField): (Interval | null)[] => {
    const intervals = rates.filter((rate) => rate.field === field).map(toInterval);
    return intervals.length === 0 ? [null] : complement(intervals);
  };
  const prices = uncovered('TOTAL_PRICE');
  return uncovered('TOTAL_WEIGHT').flatMap((weight) => prices.map((price) => ({ weight, price })));
}

/** Names the carts for which two rates of one name hold: the buyer is offered the cheaper one. */
export function findOverlaps(rates: readonly Rate[]): Overlap[] {
  return rates.flatMap((one, index) =>
    rates.slice(index + 1).flatMap((other) => {
      if (one.name !== other.name) return [];
      const range = intersectRates(one, other);
      return range ? [{ name: one.name, ...range }] : [];
    }),
  );
}

/** The rates that hold for a cart, one of each name and the cheapest of it, in the order of the zone. */
export function matchRates(rates: readonly Rate[], cart: VendorCart): Rate[] {
  const holding = rates.filter((rate) => {
    const value = rate.field === 'TOTAL_WEIGHT' ? cart.weightGrams : cart.priceMinor;
    return value >= rate.min && (rate.max === null || value < rate.max);
  });
  const names = [...new Set(holding.map(({ name }) => name))];
  return names.flatMap((name) => cheapestRate(holding.filter((rate) => rate.name === name)) ?? []);
}

/** The zone of a destination: one that names its province before one that has its whole country. */
export function findZone<Found extends Pick<Zone, 'countries'>>(
  zones: readonly Found[],
  { country, province }: Destination,
): Found | undefined {
  const holds = (zone: Found, isIn: (one: ZoneCountry) => boolean): boolean =>
    zone.countries.some((one) => one.code === country && isIn(one));
  const byProvince =
    province === null ? undefined : zones.find((zone) => holds(zone, (one) => one.provinces.includes(province)));
  return byProvince ?? zones.find((zone) => holds(zone, (one) => one.provinces.length === 0));
}

export type TakenPlace = { readonly country: string; readonly province: string | null; readonly zoneName: string };

/** Every country and province that the other zones have taken. */
export function listTaken(zones: readonly Zone[], exceptId: string | null): TakenPlace[] {
  return zones
    .filter(({ id }) => id !== exceptId)
    .flatMap(({ zoneName, countries }) =>
      countries.flatMap(({ code, provinces }): TakenPlace[] =>
        provinces.length === 0
          ? [{ country: code, province: null, zoneName }]
          : provinces.map((province) => ({ country: code, province, zoneName })),
      ),
    );
}

/** The first place of a country that another zone has already: the whole of it, or one of its provinces. */
export function findTakenPlace(taken: readonly TakenPlace[], { code, provinces }: ZoneCountry): TakenPlace | undefined {
  return taken.find(
    ({ country, province }) =>
      country === code && (province === null ? provinces.length === 0 : provinces.includes(province)),
  );
}

/** The cheapest of some rates, the first of equals. */
function cheapestRate(rates: readonly Rate[]): Rate | undefined {
  return rates.reduce<Rate | undefined>(
    (best, rate) => (best === undefined || rate.priceMinor < best.priceMinor ? rate : best),
    undefined,
  );
}

const toInterval = ({ min, max }: Rate): Interval => ({ from: min, to: max });

/** What is left of 0 and above, in order. */
function complement(intervals: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let reached: bigint | null = 0n;
  for (const { from, to } of [...intervals].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    if (reached === null) break;
    if (from > reached) left.push({ from: reached, to: from });
    if (to === null) reached = null;
    else if (to > reached) reached = to;
  }
  return reached === null ? left : [...left, { from: reached, to: null }];
}

function intersectRates(one: Rate, other: Rate): CartRange | undefined {
  if (one.field === other.field) {
    const shared = intersect(toInterval(one), toInterval(other));
    if (!shared) return undefined;
    return one.field === 'TOTAL_WEIGHT' ? { weight: shared, price: null } : { weight: null, price: shared };
  }
  const [byWeight, byPrice] = one.field === 'TOTAL_WEIGHT' ? [one, other] : [other, one];
  return { weight: toInterval(byWeight), price: toInterval(byPrice) };
}

function intersect(one: Interval, other: Interval): Interval | undefined {
  const from = one.from > other.from ? one.from : other.from;
  const to = one.to === null ? other.to : other.to === null || one.to < other.to ? one.to : other.to;
  return to === null || from < to ? { from, to } : undefined;
}
