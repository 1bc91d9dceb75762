import { parseAmount, type Currency } from '#app/core/money/money.ts';
import type { DiscountTerms } from './read-discount.ts';
import { buildNameKey } from './discount.ts';

/** A discount as the platform states it; `value` is null and `collectionIds` are null where they are of a kind that is not made here. */
export type ReportedDiscount = {
  name: string;
  value: { type: 'percentage'; percent: bigint } | { type: 'fixed'; amount: string } | null;
  startsAt: Date;
  endsAt: Date | null;
  onePerCustomer: boolean;
  usageLimit: number | null;
  minimum: { type: 'none' } | { type: 'subtotal'; amount: string } | { type: 'quantity'; quantity: number };
  collectionIds: bigint[] | null;
};

/** What can be changed in the store admin. Who bears a discount is known here alone and never changes. */
type Known = Omit<DiscountTerms, 'method' | 'vendorPercent'> & { scopeChanged: boolean };

/**
 * What differs at the platform from what is known, as it is kept: the platform's word counts. `ownCollections` are those it was made
 * for, none for all products. Empty where nothing differs.
 */
export function compareReported(
  known: Known,
  reported: ReportedDiscount,
  o: { ownCollections: readonly bigint[]; currency: Currency },
): Partial<Known> {
  const { value, minimum } = reported;
  const percent = value?.type === 'percentage' ? value.percent : null;
  const amountMinor = value?.type === 'fixed' ? computeMinor(value.amount, o.currency) : null;
  const now: Known = {
    name: reported.name,
    nameKey: buildNameKey(reported.name),
    valueType: value?.type ?? known.valueType,
    percent: value ? percent : known.percent,
    amountMinor: value ? amountMinor : known.amountMinor,
    startsAt: reported.startsAt,
    endsAt: reported.endsAt,
    onePerCustomer: reported.onePerCustomer,
    usageLimit: reported.usageLimit,
    minimumType: minimum.type,
    minimumMinor: minimum.type === 'subtotal' ? computeMinor(minimum.amount, o.currency) : null,
    minimumQuantity: minimum.type === 'quantity' ? minimum.quantity : null,
    scopeChanged: value === null || !isSameSet(reported.collectionIds, o.ownCollections),
  };
  return Object.fromEntries(
    Object.entries(now).filter(([name, is]) => toText(is) !== toText(known[name as keyof Known])),
  );
}

const toText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

function isSameSet(left: readonly bigint[] | null, right: readonly bigint[]): boolean {
  return left !== null && left.length === right.length && left.every((id) => right.includes(id));
}

function computeMinor(amount: string, currency: Currency): bigint | null {
  const read = parseAmount(amount, currency);
  return read.ok ? read.value : null;
}
