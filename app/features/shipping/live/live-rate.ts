import type { Currency } from '#app/core/money/money.ts';
import type { DeliveryDays, OfferedRate } from '../rates/offered-rate.ts';
import type { Destination } from '../zones/zone.ts';
import { suggestPackage, type DefaultPackage, type PackedLine } from '../ship-from/package.ts';
import { amountIn } from './provider-amount.ts';

/** What buyers of a vendor are offered: flat rates of zones, live rates of carriers, or both beside one another. */
export const RATE_MODES = ['flat', 'live', 'both'] as const;
export type RateMode = (typeof RATE_MODES)[number];

/** A vendor's choice: its mode (null: as the marketplace has it), and the carriers' services that it sends with (none: all). */
export type RateChoice = { mode: RateMode | null; services: readonly string[] };
export const NO_CHOICE: RateChoice = { mode: null, services: [] };

/** The marketplace's mode by its two switches; flat where both are off. */
export function toMode(o: { enableFlatRates: boolean; enableLiveRates: boolean }): RateMode {
  if (!o.enableLiveRates) return 'flat';
  return o.enableFlatRates ? 'both' : 'live';
}

/**
 * How a question for live rates ended. `answered`: with rates; `no_rates`: carriers have none for this cart and address, or none
 * that the vendor sends with. All others are no answer, so that the vendor's flat rates stand in.
 */
export const LIVE_STATUSES = [
  ...(['answered', 'no_rates', 'no_key', 'no_address', 'no_package', 'other_currency'] as const),
  ...(['slow', 'failed', 'paused', 'refused'] as const),
] as const;
export type LiveStatus = (typeof LIVE_STATUSES)[number];
export type LiveAnswer = { readonly status: LiveStatus; readonly rates: readonly OfferedRate[] };

/** Where buyers live, as far as rates depend on it. */
export type LiveDestination = Destination & { readonly zip: string; readonly city: string };

/** A rate as the provider states it. */
type ProviderRate = Parameters<typeof amountIn>[0] & {
  carrier: string;
  service: string;
  serviceToken: string;
  days: number | null;
};

/** The rates of an answer that a vendor sends with, in a currency: a rate that is not stated in it is left out. */
export function readLiveRates(
  rates: readonly ProviderRate[],
  { currency, services }: { currency: Currency; services: readonly string[] },
): LiveAnswer {
  const allowed = rates.filter(({ serviceToken }) => services.length === 0 || services.includes(serviceToken));
  const offered = allowed.flatMap((rate): OfferedRate[] => {
    const priceMinor = amountIn(rate, currency);
    if (priceMinor === null) return [];
    const description = [rate.carrier, rate.service].filter((text) => text !== '').join(' ');
    return [{ name: '', description, priceMinor, days: toDays(rate.days), isLive: true }];
  });
  if (allowed.length === 0) return { status: 'no_rates', rates: [] };
  return offered.length === 0 ? { status: 'other_currency', rates: [] } : { status: 'answered', rates: offered };
}

const toDays = (days: number | null): DeliveryDays | null => (days === null ? null : { min: days, max: days });

/** Whether flat rates are offered beside an answer: by the mode, and in live mode where there is no answer. */
export function usesFlatRates(mode: RateMode, status: LiveStatus): boolean {
  return mode !== 'live' || (status !== 'answered' && status !== 'no_rates');
}

/** The package of a vendor's lines; undefined where its weight or a measure is not known. */
export function packLines(lines: readonly PackedLine[], spare: DefaultPackage | null) {
  const { grams, length, width, height } = suggestPackage(lines, spare);
  if (grams === null || length === null || width === null || height === null) return undefined;
  return {
    grams: String(grams),
    length: String(length),
    width: String(width),
    height: String(height),
    distanceUnit: 'cm' as const,
  };
}

/** A buyer's place as carriers are asked about it: nothing in it tells who lives there. */
export function toCarrierAddress({ country, province, zip, city }: LiveDestination) {
  return {
    name: '',
    company: '',
    street1: '',
    street2: '',
    phone: '',
    email: '',
    city,
    state: province ?? '',
    zip,
    country,
    isResidential: true,
  };
}
