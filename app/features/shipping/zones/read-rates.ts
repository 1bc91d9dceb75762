import type { Issue } from '#app/core/errors.ts';
import { amountIssue, readAmount, type Currency } from '#app/core/money/money.ts';
import { readTypedNumber } from '#app/core/money/typed-number.ts';
import type { Locale } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { parseGrams } from './weight.ts';
import type { Rate, RateField } from './zone.ts';

type TypedRate = {
  name: string;
  description: string;
  price: string;
  field: RateField;
  min: string | null;
  max: string | null;
};

/** Rates as they are typed, read in the store's currency, with what is wrong of them at `rates.<index>.<field>`. */
export function readRates(
  typed: readonly TypedRate[],
  o: { currency: Currency; names: readonly string[]; locale: Locale },
): { rates: Rate[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const rates = typed.map((one, index): Rate => {
    const path = `rates.${String(index)}`;
    const read = (key: 'price' | 'min' | 'max', text: string, field: RateField): bigint => {
      const found = readMeasure(text, field, o);
      if (typeof found === 'bigint') return found;
      issues.push({ ...found, path: `${path}.${key}` });
      return 0n;
    };
    if (!o.names.includes(one.name)) {
      issues.push({ path: `${path}.name`, rule: 'rate_name', message: rule('rate_name') });
    }
    const priceMinor = read('price', one.price, 'TOTAL_PRICE');
    const min = read('min', one.min ?? '0', one.field);
    const max = one.max === null ? null : read('max', one.max, one.field);
    const isRead = !issues.some((issue) => issue.path.startsWith(`${path}.m`));
    if (isRead && max !== null && max <= min) {
      issues.push({ path: `${path}.max`, rule: 'bounds', message: rule('above_lower_bound') });
    }
    return { name: one.name, description: one.description, priceMinor, field: one.field, min, max };
  });
  return { rates, issues };
}

/** A weight as grams or an amount as minor units; what is wrong with it otherwise. */
export function readMeasure(
  text: string,
  field: RateField,
  { currency, locale }: { currency: Currency; locale: Locale },
): bigint | Issue {
  if (field === 'TOTAL_WEIGHT') {
    const plain = /^\d+(\.\d+)?$/.test(text) ? text : (readTypedNumber(text, locale) ?? '');
    const message = rule('kilograms');
    return parseGrams(plain) ?? { path: '', rule: 'weight', message };
  }
  const amount = readAmount(text, currency, locale);
  if (!amount.ok) return amountIssue('', amount.refusal);
  return amount.value < 0n ? { path: '', rule: 'amount', message: rule('amount') } : amount.value;
}
