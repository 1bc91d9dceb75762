/** Where accounts may receive transfers, with the currency they are paid in. */
const COUNTRIES: Record<string, string> = {
  AE: 'aed',
  AT: 'eur',
  AU: 'aud',
  BE: 'eur',
  BG: 'eur',
  BR: 'brl',
  CA: 'cad',
  CH: 'chf',
  CY: 'eur',
  CZ: 'czk',
  DE: 'eur',
  DK: 'dkk',
  EE: 'eur',
  ES: 'eur',
  FI: 'eur',
  FR: 'eur',
  GB: 'gbp',
  GR: 'eur',
  HK: 'hkd',
  HR: 'eur',
  HU: 'huf',
  IE: 'eur',
  IS: 'isk',
  IT: 'eur',
  JP: 'jpy',
  LI: 'chf',
  LT: 'eur',
  LU: 'eur',
  LV: 'eur',
  MT: 'eur',
  MX: 'mxn',
  MY: 'myr',
  NL: 'eur',
  NO: 'nok',
  NZ: 'nzd',
  PL: 'pln',
  PT: 'eur',
  RO: 'ron',
  SE: 'sek',
  SG: 'sgd',
  SI: 'eur',
  SK: 'eur',
  TH: 'thb',
  US: 'usd',
};

/** Outside of these no transfer leaves its own country; among them every one may pay every other. */
const AMONG_EACH_OTHER = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI'],
  ...['LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  ...['US', 'GB', 'CA', 'CH'],
]);

const CURRENCIES = new Set([
  ...Object.values(COUNTRIES),
  ...['bhd', 'clp', 'inr', 'jod', 'krw', 'kwd', 'omr', 'pyg', 'tnd', 'try', 'twd', 'ugx', 'vnd', 'xaf', 'xof', 'zar'],
]);

/** The currency of accounts of a country; null for one that is not served. */
export function currencyOfCountry(country: string): string | null {
  return COUNTRIES[country] ?? null;
}

/** Whether a platform of one country may transfer to an account of another. */
export function mayTransfer(from: string, to: string): boolean {
  return from === to || (AMONG_EACH_OTHER.has(from) && AMONG_EACH_OTHER.has(to));
}

/** Whether amounts can be transferred in this currency (lower case). */
export function isCurrency(currency: string): boolean {
  return CURRENCIES.has(currency);
}
