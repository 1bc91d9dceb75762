import { asCurrency } from '#app/core/money/money.ts';
import type { Locale } from '#app/core/viewer.ts';
import { readRates } from '../zones/read-rates.ts';
import { findGaps, findOverlaps, type CartRange, type RateField } from '../zones/zone.ts';
import type { ZoneDto } from '../zones/zones.contract.ts';

/** A zone as it stands in the fields; '' is nothing. */
export type RateRow = { name: string; description: string; price: string; field: RateField; min: string; max: string };
export type CountryRow = { code: string; provinces: string };
export type ZoneValues = { zoneName: string; rates: RateRow[]; countries: CountryRow[] };

export const NEW_COUNTRY: CountryRow = { code: '', provinces: '' };

/** A further rate, which begins where the one before it ends. */
export function nextRate(names: readonly string[], before: RateRow | undefined): RateRow {
  const { name = names[0] ?? '', field = 'TOTAL_WEIGHT', max = '' } = before ?? {};
  return { name, description: '', price: '', field, min: before ? max : '0', max: '' };
}

/** A zone for the fields; a new one begins with one rate and one country. */
export function toValues(zone: ZoneDto | undefined, names: readonly string[]): ZoneValues {
  if (!zone) return { zoneName: '', rates: [nextRate(names, undefined)], countries: [NEW_COUNTRY] };
  return {
    zoneName: zone.zoneName,
    rates: zone.rates.map((rate) => ({ ...rate, price: rate.price.amount, max: rate.max ?? '' })),
    countries: zone.countries.map(({ code, provinces }) => ({ code, provinces: provinces.join(', ') })),
  };
}

/** The fields as the call takes them. */
export function toPayload({ zoneName, rates, countries }: ZoneValues, known: ZoneDto | undefined) {
  return {
    ...(known ? { id: known.id, version: known.version } : {}),
    zoneName,
    rates,
    countries: countries.map(({ code, provinces }) => ({ code, provinces: splitCodes(provinces) })),
  };
}

const splitCodes = (text: string): string[] =>
  text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');

/** What buyers could not buy, and what two rates hold for, as the rates stand in the fields; undefined while one is unfinished. */
export function checkRates(
  rows: readonly RateRow[],
  { currency, names, locale }: { currency: string; names: readonly string[]; locale: Locale },
): { gaps: CartRange[]; overlaps: (CartRange & { name: string })[] } | undefined {
  const typed = rows.map((row) => ({
    ...row,
    min: row.min === '' ? null : row.min,
    max: row.max === '' ? null : row.max,
  }));
  const { rates, issues } = readRates(typed, { currency: asCurrency(currency), names, locale });
  return issues.length === 0 ? { gaps: findGaps(rates), overlaps: findOverlaps(rates) } : undefined;
}
