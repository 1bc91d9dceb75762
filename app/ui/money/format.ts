import { numberFormat } from '#app/core/intl.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';

const MINUS = '\u2212';

/** An amount from the wire in the viewer's language: symbol, all minor digits, a true minus. `12.34 EUR` → `€12.34`. */
export function formatMoney(value: MoneyDto, locale: Locale): string {
  const format = numberFormat(locale, {
    style: 'currency',
    currency: value.currency,
    signDisplay: 'negative',
  });
  return trueMinus(format.format(value.amount as Intl.StringNumericLiteral));
}

/** An amount without its symbol, for columns that name the currency once. */
export function formatAmount(value: MoneyDto, locale: Locale): string {
  const { minimumFractionDigits: digits } = numberFormat('en', {
    style: 'currency',
    currency: value.currency,
  }).resolvedOptions();
  const format = numberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  });
  return trueMinus(format.format(value.amount as Intl.StringNumericLiteral));
}

/** The symbol of a currency as it stands in the viewer's language, for prefixes of fields. */
export function currencySymbol(currency: string, locale: Locale): string {
  const parts = numberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

/** A percentage given as percent (12.5 → `12.5%`), up to four places, no trailing zeros. */
export function formatPercent(percent: number | string, locale: Locale): string {
  const format = numberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 });
  return trueMinus(format.format(percent as Intl.StringNumericLiteral));
}

/** A percentage kept exactly in ten-thousandths of a percent (125000n → `12.5%`). */
export function formatTenThousandths(value: bigint | string, locale: Locale): string {
  const exact = BigInt(value);
  const size = exact < 0n ? -exact : exact;
  const text = `${exact < 0n ? '-' : ''}${size / 10_000n}.${String(size % 10_000n).padStart(4, '0')}`;
  return formatPercent(text, locale);
}

/** A whole or decimal number with the viewer's separators. */
export function formatNumber(value: number, locale: Locale): string {
  return trueMinus(numberFormat(locale, {}).format(value));
}

/** Whether an amount from the wire is below zero. */
export function isNegative(value: MoneyDto): boolean {
  return value.amount.startsWith('-') && /[1-9]/.test(value.amount);
}

/** A plain decimal with the separator of a language, for a field: `12.50` is `12,50` in German. Anything else stays as it is. */
export function writeNumber(plain: string, locale: Locale): string {
  if (!/^-?\d+\.\d+$/.test(plain)) return plain;
  const decimal = numberFormat(locale, {})
    .formatToParts(0.5)
    .find((part) => part.type === 'decimal')?.value;
  return plain.replace('.', decimal ?? '.');
}

function trueMinus(text: string): string {
  return text.replace(/-/g, MINUS);
}
