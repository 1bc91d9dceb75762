import { invalidInput, type Issue } from '#app/core/errors.ts';
import { amountIssue, readAmount, type Currency } from '#app/core/money/money.ts';
import { parsePercent, type Percent } from '#app/core/money/percent.ts';
import { rule } from '#app/core/rules.ts';
import type { Locale } from '#app/core/viewer.ts';
import {
  buildNameKey,
  buildPeriod,
  WHOLE_PERCENT,
  type DiscountMethod,
  type LiableParty,
  type MINIMUM_TYPES,
  type VALUE_TYPES,
} from './discount.ts';

/** What is sent, as the contract has checked it: what the types ask for stands there. */
export type DiscountFields = {
  method: DiscountMethod;
  name: string;
  value: { type: (typeof VALUE_TYPES)[number]; fixed: string | null; percentage: string | null };
  active: { from: string; until: string | null; withEndDate: boolean };
  limit: { onePerCustomer: boolean; withUsage: boolean; usage: number | null };
  minPurchase: { type: (typeof MINIMUM_TYPES)[number]; value: string | null };
  liableParty?: LiableParty | undefined;
  vendorPercent: string | null;
};

/** What is asked for, as it is kept; what the types leave out is null. */
export type DiscountTerms = {
  method: DiscountMethod;
  name: string;
  nameKey: string;
  valueType: (typeof VALUE_TYPES)[number];
  percent: Percent | null;
  amountMinor: bigint | null;
  startsAt: Date;
  endsAt: Date | null;
  onePerCustomer: boolean;
  usageLimit: number | null;
  minimumType: (typeof MINIMUM_TYPES)[number];
  minimumMinor: bigint | null;
  minimumQuantity: number | null;
  vendorPercent: Percent;
};

/** Reads what was sent in the store's currency, language and zone. Throws invalid_input (422) naming each field. */
export function readDiscount(
  input: DiscountFields,
  { currency, locale, timezone, now }: { currency: Currency; locale: Locale; timezone: string; now: Date },
): DiscountTerms {
  const { value, active, limit, minPurchase } = input;
  const issues: Issue[] = [];
  const readMoney = (path: string, text: string): bigint | null => {
    const amount = readAmount(text, currency, locale);
    if (!amount.ok) issues.push(amountIssue(path, amount.refusal));
    else if (amount.value <= 0n) issues.push({ path, rule: 'above_zero', message: rule('above_zero') });
    return amount.ok ? amount.value : null;
  };
  const isFixed = value.type === 'fixed';
  const hasSubtotal = minPurchase.type === 'subtotal';
  const amountMinor = isFixed ? readMoney('value.fixed', value.fixed ?? '') : null;
  const minimumMinor = hasSubtotal ? readMoney('minPurchase.value', minPurchase.value ?? '') : null;
  const period = buildPeriod({ from: active.from, until: active.withEndDate ? active.until : null }, timezone);
  if (period.endsAt !== null && period.endsAt <= now)
    issues.push({ path: 'active.until', rule: 'in_past', message: rule('last_day_over') });
  if (issues.length > 0) throw invalidInput(issues);
  return {
    method: input.method,
    name: input.name,
    nameKey: buildNameKey(input.name),
    valueType: value.type,
    percent: isFixed ? null : readPercent(value.percentage),
    amountMinor,
    ...period,
    onePerCustomer: limit.onePerCustomer,
    usageLimit: limit.withUsage ? limit.usage : null,
    minimumType: minPurchase.type,
    minimumMinor,
    minimumQuantity: minPurchase.type === 'quantity' ? Number(minPurchase.value) : null,
    vendorPercent: readVendorPercent(input),
  };
}

/** A vendor bears what nobody else was named for. */
function readVendorPercent({ liableParty = 'vendor', vendorPercent }: DiscountFields): Percent {
  if (liableParty === 'vendor') return WHOLE_PERCENT;
  return liableParty === 'marketplace' ? 0n : readPercent(vendorPercent);
}

/** The schema has seen that it is one. */
function readPercent(text: string | null): Percent {
  const percent = parsePercent((text ?? '0').replace(',', '.'));
  return percent.ok ? percent.value : 0n;
}
