import { sumMinor, type Currency } from '#app/core/money/money.ts';
import {
  cheapestRate,
  fastestRate,
  findZone,
  matchRates,
  type Destination,
  type Rate,
  type VendorCart,
  type Zone,
} from '../zones/zone.ts';

/** What one vendor's lines are shipped for, or why they cannot be. */
export type VendorRates = {
  readonly reason: 'found' | 'no_zone' | 'no_rate' | 'no_defaults';
  readonly zoneName: string | null;
  readonly cheapest: Rate | null;
  readonly fastest: Rate | null;
};

/** The zones that hold for somebody: the own ones, else the defaults. Rates of another currency hold for nobody. */
export function zonesInForce<Found extends Zone & { currency: string }>(
  own: readonly Found[],
  o: { defaults: readonly Found[]; useDefaults: boolean; currency: Currency },
): Found[] {
  const zones = own.length > 0 ? own : o.useDefaults ? o.defaults : [];
  return zones.filter((zone) => zone.currency === o.currency);
}

/** The zone and the rates of one vendor's lines at a destination. `names` go from the slowest to the fastest. */
export function chooseRates(
  zones: readonly Zone[],
  o: { cart: VendorCart; destination: Destination; names: readonly string[] },
): VendorRates {
  const zone = findZone(zones, o.destination);
  if (!zone) return { reason: 'no_zone', zoneName: null, cheapest: null, fastest: null };
  const rates = matchRates(zone.rates, o.cart);
  const [cheapest, fastest] = [cheapestRate(rates), fastestRate(rates, o.names)];
  if (!cheapest || !fastest) return { reason: 'no_rate', zoneName: zone.zoneName, cheapest: null, fastest: null };
  return { reason: 'found', zoneName: zone.zoneName, cheapest, fastest };
}

export type CombinedRate = { readonly kind: 'only' | 'cheapest' | 'fastest'; readonly priceMinor: bigint };

/** At most two rates of a whole cart: each vendor's cheapest together, and each one's fastest. None where a vendor has none. */
export function combineRates(vendors: readonly VendorRates[]): CombinedRate[] {
  const sum = (pick: 'cheapest' | 'fastest'): bigint | undefined => {
    const rates = vendors.flatMap((one) => one[pick] ?? []);
    return rates.length === vendors.length ? sumMinor(rates.map(({ priceMinor }) => priceMinor)) : undefined;
  };
  const [cheapest, fastest] = [sum('cheapest'), sum('fastest')];
  if (vendors.length === 0 || cheapest === undefined || fastest === undefined) return [];
  if (vendors.every((one) => one.cheapest === one.fastest)) return [{ kind: 'only', priceMinor: cheapest }];
  return [
    { kind: 'cheapest', priceMinor: cheapest },
    { kind: 'fastest', priceMinor: fastest },
  ];
}
