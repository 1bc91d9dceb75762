import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { rateToMillionths, scaleHalfUp, splitByWeights } from '../../core/money.ts';
import type { DiscountApplication, Order, OrderLine, Shop, StoreDiscount } from '../../core/state.ts';
import { findCollection, productsOf } from './collections.ts';
import { listTotalOf, sumMinor } from './order-amounts.ts';

/** Automatic discounts that can run or be planned at once, over all apps and people. */
export const MAX_AUTOMATIC = 25;

export type StoreDiscountInput = Omit<StoreDiscount, 'id' | 'usedCount' | 'usedBy' | 'createdAt' | 'updatedAt'>;
export type StoreDiscountStatus = 'ACTIVE' | 'EXPIRED' | 'SCHEDULED';

export const discountsOf = (shop: Shop): StoreDiscount[] => Object.values(shop.discounts ?? {});
export const findStoreDiscount = (shop: Shop, id: number | null): StoreDiscount | undefined =>
  id === null ? undefined : shop.discounts?.[String(id)];

/** The discount of a code, whatever its case. */
export const findByCode = (shop: Shop, code: string): StoreDiscount | undefined =>
  discountsOf(shop).find((one) => one.code?.toLowerCase() === code.toLowerCase());

export function statusOf({ startsAt, endsAt }: StoreDiscount, now: string): StoreDiscountStatus {
  if (endsAt !== null && Date.parse(endsAt) <= Date.parse(now)) return 'EXPIRED';
  return Date.parse(startsAt) > Date.parse(now) ? 'SCHEDULED' : 'ACTIVE';
}

/** Makes a discount and tells the app. Refuses a code that is taken, and one automatic discount too many. */
export function createStoreDiscount(sandbox: Sandbox, shop: Shop, input: StoreDiscountInput): StoreDiscount {
  const at = sandbox.clock.iso();
  checkDiscount(shop, input);
  const isFull =
    discountsOf(shop).filter((one) => one.code === null && statusOf(one, at) !== 'EXPIRED').length >= MAX_AUTOMATIC;
  if (input.code === null && isFull)
    throw new Refusal(
      'The active period overlaps with that of another price rule.',
      ['automaticBasicDiscount', 'startsAt'],
      'ACTIVE_PERIOD_OVERLAP',
    );
  const discount: StoreDiscount = {
    ...input,
    id: nextId(sandbox),
    usedCount: 0,
    usedBy: [],
    createdAt: at,
    updatedAt: at,
  };
  keep(shop, discount);
  tell(sandbox, shop, 'discounts/create', discount);
  return discount;
}

/** Changes a discount, as its merchant does in the store admin, and tells the app. */
export function changeStoreDiscount(
  sandbox: Sandbox,
  shop: Shop,
  discount: StoreDiscount,
  change: Partial<StoreDiscountInput>,
): void {
  const next = { ...discount, ...change, updatedAt: sandbox.clock.iso() };
  checkDiscount(shop, next, discount.id);
  keep(shop, next);
  tell(sandbox, shop, 'discounts/update', next);
}

/** Ends a discount now. One that has ended stays as it is. */
export function endStoreDiscount(sandbox: Sandbox, shop: Shop, discount: StoreDiscount): void {
  const endsAt = sandbox.clock.iso();
  if (statusOf(discount, endsAt) === 'EXPIRED') return;
  const startsAt = Date.parse(discount.startsAt) > Date.parse(endsAt) ? endsAt : discount.startsAt;
  changeStoreDiscount(sandbox, shop, discount, { startsAt, endsAt });
}

/** Deletes a discount for good and tells the app. */
export function deleteStoreDiscount(sandbox: Sandbox, shop: Shop, discount: StoreDiscount): void {
  shop.discounts = Object.fromEntries(
    Object.entries(shop.discounts ?? {}).filter(([id]) => id !== String(discount.id)),
  );
  tell(sandbox, shop, 'discounts/delete', discount);
}

function checkDiscount(shop: Shop, input: StoreDiscountInput, ownId?: number): void {
  if (input.title.trim() === '') throw new Refusal("Title can't be blank", ['title'], 'BLANK');
  const taken = input.code === null ? undefined : findByCode(shop, input.code);
  const isLegacy = shop.discountCodes.some(({ code }) => code.toLowerCase() === input.code?.toLowerCase());
  if (isLegacy || (taken && taken.id !== ownId))
    throw new Refusal('Code must be unique. Please try a different code.', ['basicCodeDiscount', 'code'], 'TAKEN');
  if (input.endsAt !== null && Date.parse(input.endsAt) < Date.parse(input.startsAt))
    throw new Refusal('Ends at needs to be after starts at', ['endsAt'], 'END_DATE_BEFORE_START_DATE');
  for (const id of input.collectionIds ?? [])
    if (!findCollection(shop, id)) throw new Refusal('Collection is invalid', ['customerGets', 'items'], 'INVALID');
}

/** A copy with the discount in it, so that a checkout that is only looked at counts nothing. */
function keep(shop: Shop, discount: StoreDiscount): void {
  shop.discounts = { ...shop.discounts, [String(discount.id)]: discount };
}

/** Webhooks of discounts say little: whoever wants more reads it. */
function tell(sandbox: Sandbox, shop: Shop, topic: string, discount: StoreDiscount): void {
  const type = discount.code === null ? 'DiscountAutomaticNode' : 'DiscountCodeNode';
  sandbox.webhooks.emit(shop, topic, {
    admin_graphql_api_id: `gid://shopify/${type}/${discount.id}`,
    title: discount.title,
    status: statusOf(discount, sandbox.clock.iso()),
    created_at: discount.createdAt,
    updated_at: discount.updatedAt,
  });
  sandbox.save();
}

/**
 * Applies the codes that a buyer typed and what is automatic. None of them combines with another: each line gets the one that takes
 * most off it. Refuses a code that does not hold for this cart, with the platform's reason.
 */
export function applyStoreDiscounts(
  sandbox: Sandbox,
  shop: Shop,
  order: Order,
  o: { codes: readonly string[]; automatic: boolean },
): void {
  const now = sandbox.clock.iso();
  const typed = o.codes.map((code) => requireUsable(shop, order, code, now));
  const byThemselves = discountsOf(shop).filter(
    (one) => o.automatic && one.code === null && statusOf(one, now) === 'ACTIVE' && meetsMinimum(shop, order, one),
  );
  const candidates = [...typed, ...byThemselves].map((discount) => ({
    discount,
    parts: partsOf(shop, order, discount),
  }));
  const chosen = order.lines.map((_, index) =>
    candidates.reduce<(typeof candidates)[number] | null>(
      (best, one) => ((one.parts[index] ?? 0) > (best?.parts[index] ?? 0) ? one : best),
      null,
    ),
  );
  for (const candidate of candidates) {
    if (!chosen.includes(candidate)) continue;
    const { discount, parts } = candidate;
    const applicationIndex = order.discountApplications.push(applicationOf(discount)) - 1;
    for (const [index, line] of order.lines.entries())
      if (chosen[index] === candidate)
        line.discountAllocations.push({ amountMinor: parts[index] ?? 0, applicationIndex });
    keep(shop, { ...discount, usedCount: discount.usedCount + 1, usedBy: [...discount.usedBy, order.email] });
  }
}

function requireUsable(shop: Shop, order: Order, code: string, now: string): StoreDiscount {
  const discount = findByCode(shop, code);
  const refuse = (why: string): Refusal => new Refusal(why, ['discountCodes'], 'NOT_FOUND');
  if (!discount || statusOf(discount, now) !== 'ACTIVE') throw refuse(`The discount code ${code} is not valid.`);
  if (discount.usageLimit !== null && discount.usedCount >= discount.usageLimit)
    throw refuse(`The discount code ${code} has reached its usage limit.`);
  if (discount.oncePerCustomer && discount.usedBy.includes(order.email))
    throw refuse(`The discount code ${code} can be used once per customer.`);
  if (!meetsMinimum(shop, order, discount))
    throw refuse(`The discount code ${code} needs a larger purchase of the items it is for.`);
  return discount;
}

/** The minimum counts the items that the discount is for. */
function meetsMinimum(shop: Shop, order: Order, discount: StoreDiscount): boolean {
  const lines = order.lines.filter((line) => isEntitled(shop, line, discount));
  if (lines.length === 0) return false;
  const { minimum } = discount;
  if (minimum === null) return true;
  return minimum.kind === 'quantity'
    ? lines.reduce((sum, line) => sum + line.quantity, 0) >= minimum.quantity
    : sumMinor(lines.map(listTotalOf)) >= minimum.subtotalMinor;
}

function isEntitled(shop: Shop, line: OrderLine, { collectionIds }: StoreDiscount): boolean {
  if (line.giftCard) return false;
  if (collectionIds === null) return true;
  return collectionIds.some((id) => {
    const collection = findCollection(shop, id);
    return collection !== null && productsOf(shop, collection).some((product) => product.id === line.productId);
  });
}

function partsOf(shop: Shop, order: Order, discount: StoreDiscount): number[] {
  const left = order.lines.map((line) =>
    isEntitled(shop, line, discount)
      ? listTotalOf(line) - sumMinor(line.discountAllocations.map((allocation) => allocation.amountMinor))
      : 0,
  );
  const { value } = discount;
  if (value.kind === 'percentage')
    return left.map((amountMinor) => scaleHalfUp(amountMinor, rateToMillionths(value.share), 1_000_000));
  const leftMinor = sumMinor(left);
  return leftMinor === 0 ? left : splitByWeights(Math.min(value.amountMinor, leftMinor), left);
}

function applicationOf({ code, title, value, collectionIds }: StoreDiscount): DiscountApplication {
  return {
    type: code === null ? 'automatic' : 'discount_code',
    title: code ?? title,
    code,
    valueType: value.kind === 'percentage' ? 'percentage' : 'fixed_amount',
    value: value.kind === 'percentage' ? value.share * 100 : value.amountMinor,
    targetType: 'line_item',
    targetSelection: collectionIds === null ? 'all' : 'explicit',
    allocationMethod: 'across',
  };
}
