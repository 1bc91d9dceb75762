import { displayNames } from '#app/core/intl.ts';
import type { Locale } from '#app/core/viewer.ts';

/** The name of a country by its ISO code ("NO" is "Norwegen" in German). What is not a code stays as it is. */
export function formatCountry(code: string, locale: Locale): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  return displayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code;
}
