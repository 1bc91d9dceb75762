import { z } from 'zod';
import { isRate } from '#app/core/money/convert.ts';
import { isCurrency } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';

const MAX_RATES = 50;

const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .max(3, rule('not_a_currency'))
  .refine((code): boolean => isCurrency(code), rule('not_a_currency'));

/** What one unit of the store's currency costs in another, as an admin typed it. */
export const rateSchema = z.strictObject({
  currency: currencyCode,
  rate: z.string().trim().max(20, rule('not_a_rate')).refine(isRate, rule('not_a_rate')),
});
export type Rate = z.output<typeof rateSchema>;

/** One rate a currency at most. */
export const ratesSchema = z
  .array(rateSchema)
  .max(MAX_RATES, rule('max_lines', { maximum: MAX_RATES }))
  .superRefine((rates, ctx) => {
    const seen = new Set<string>();
    for (const [at, { currency }] of rates.entries()) {
      if (seen.has(currency)) ctx.addIssue({ code: 'custom', path: [at, 'currency'], message: rule('listed_twice') });
      seen.add(currency);
    }
  });

/** The currency of a code; empty for none of one's own. */
export const displayCurrencyInput = z.union([z.literal(''), currencyCode]);

/** In which currency amounts are shown besides the store's, at which rate; `ratedAt` is when an admin last changed the rates. */
export type DisplayCurrency = { currency: string; rate: string; ratedAt: string };

/**
 * What a vendor reads amounts in besides the store's currency: its own choice, else the marketplace's. Undefined for the store's own
 * currency, and where nobody gave a rate: nothing is converted then.
 */
export function chooseDisplay(o: {
  own: string;
  standard: string;
  storeCurrency: string;
  rates: readonly Rate[];
  ratedAt: string;
}): DisplayCurrency | undefined {
  const currency = o.own || o.standard;
  if (currency === '' || currency === o.storeCurrency) return undefined;
  const found = o.rates.find((one) => one.currency === currency);
  return found && { currency, rate: found.rate, ratedAt: o.ratedAt };
}
