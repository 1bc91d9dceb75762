import { sumMinor, type Currency } from '#app/core/money/money.ts';
import { findZone, matchRates, type Destination, type VendorCart, type Zone } from '../zones/zone.ts';
import { cheapestOffered, fastestOffered, type OfferedRate } from './offered-rate.ts';

/** What one vendor's lines are shipped for, or why they cannot be. */
export type VendorRates = {
  readonly reason: 'found' | 'no_zone' | 'no_rate' | 'no_defaults' | 'no_live_rate';
  readonly zoneName: string | null;
  readonly cheapest: OfferedRate | null;
  readonly fastest: OfferedRate | null;
};

/** The zones that hold for somebody: the own ones, else the defaults. Rates of another currency hold for nobody. */
export function zonesInForce<Found extends Zone & { currency: string }>(
  own: readonly Found[],
  o: { defaults: readonly Found[]; useDefaults: boolean; currency: Currency },
): Found[] {
  const zones = own.length > 0 ? own : o.useDefaults ? o.defaults : [];
  return zones.filter((zone) => zone.currency === o.currency);
}

/** Live rates of one vendor's lines, and whether its flat rates are offered beside them. */
export type LiveOffer = { rates: readonly OfferedRate[]; usesFlat: boolean };

/** The zone and the rates of one vendor's lines at a destination. `names` go from the slowest to the fastest. */
export function chooseRates(
  zones: readonly Zone[],
  o: { cart: VendorCart; destination: Destination; names: readonly string[]; live?: LiveOffer | undefined },
): VendorRates {
  const { rates: live, usesFlat } = o.live ?? { rates: [], usesFlat: true };
  const zone = usesFlat ? findZone(zones, o.destination) : undefined;
  const flat = matchRates(zone?.rates ?? [], o.cart).map(({ name, description, priceMinor }): OfferedRate => ({
    name,
    description,
    priceMinor,
    days: null,
    isLive: false,
  }));
  const rates = [...flat, ...live];
  const [cheapest, fastest] = [cheapestOffered(rates), fastestOffered(rates, o.names)];
  const zoneName = zone?.zoneName ?? null;
  if (cheapest && fastest) return { reason: 'found', zoneName, cheapest, fastest };
  const reason = !usesFlat ? 'no_live_rate' : zone ? 'no_rate' : 'no_zone';
  return { reason, zoneName, cheapest: null, fastest: null };
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
