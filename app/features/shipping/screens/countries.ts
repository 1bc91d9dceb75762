import type { Locale } from '#app/core/viewer.ts';
import { formatCountry } from '#app/ui/i18n/country.ts';

/** The codes of the countries that a store of the platform can ship to, ISO 3166-1. */
const COUNTRY_CODES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK ' +
  'CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR ' +
  'GS GT GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV ' +
  'LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL ' +
  'PM PN PS PT PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
  'TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');

export type NamedCountry = { code: string; name: string };

/**
 * The countries by their names in a language. The server lists them for the page: a browser may call and order a country
 * otherwise, and what it draws first has to be what the server drew.
 */
export function listCountries(locale: Locale): NamedCountry[] {
  return COUNTRY_CODES.map((code) => ({ code, name: formatCountry(code, locale) })).sort((a, b) =>
    a.name.localeCompare(b.name, locale),
  );
}
