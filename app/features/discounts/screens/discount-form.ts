import type { DiscountDto } from '../discounts.contract.ts';
import type { DISCOUNT_METHODS, LIABLE_PARTIES, MINIMUM_TYPES, VALUE_TYPES } from '../discount.ts';

/** A new discount as it stands in the fields; '' is nothing. */
export type DiscountValues = {
  method: (typeof DISCOUNT_METHODS)[number];
  name: string;
  value: { type: (typeof VALUE_TYPES)[number]; fixed: string; percentage: string };
  active: { from: string; until: string; withEndDate: boolean };
  limit: { onePerCustomer: boolean; withUsage: boolean; usage: string };
  minPurchase: { type: (typeof MINIMUM_TYPES)[number]; value: string };
  vendorIds: string[];
  liableParty: (typeof LIABLE_PARTIES)[number];
  vendorPercent: string;
};

/** A form begins with a code of a percentage from today on, which its vendor bears. */
export const emptyDiscount = (today: string): DiscountValues => ({
  method: 'code',
  name: '',
  value: { type: 'percentage', fixed: '', percentage: '' },
  active: { from: today, until: '', withEndDate: false },
  limit: { onePerCustomer: false, withUsage: false, usage: '' },
  minPurchase: { type: 'none', value: '' },
  vendorIds: [],
  liableParty: 'vendor',
  vendorPercent: '50',
});

/** A discount that is there, as it stands in the fields. */
export function toValues(discount: DiscountDto): DiscountValues {
  const { value, active, limit, minPurchase, method, name, liableParty, vendorPercent } = discount;
  return {
    method,
    name,
    liableParty,
    vendorPercent,
    value: { type: value.type, fixed: value.fixed?.amount ?? '', percentage: value.percentage ?? '' },
    active: { ...active, until: active.until ?? '' },
    limit: { ...limit, usage: limit.usage === null ? '' : String(limit.usage) },
    minPurchase: { type: minPurchase.type, value: minPurchase.value ?? '' },
    vendorIds: discount.vendors.map(({ id }) => id),
  };
}

/** The fields as the call takes them: what the other choices leave out is not sent, and a vendor names no bearer. */
export function toPayload(values: DiscountValues, o: { namesParty: boolean }) {
  const { method, value, limit, liableParty, vendorPercent, vendorIds, ...rest } = values;
  const isCode = method === 'code';
  return {
    ...rest,
    method,
    value: value.type === 'fixed' ? { ...value, percentage: null } : { ...value, fixed: null },
    limit: isCode
      ? { ...limit, usage: limit.withUsage ? limit.usage : null }
      : { onePerCustomer: false, withUsage: false, usage: null },
    ...(o.namesParty ? { vendorIds, liableParty, vendorPercent: liableParty === 'shared' ? vendorPercent : null } : {}),
  };
}
