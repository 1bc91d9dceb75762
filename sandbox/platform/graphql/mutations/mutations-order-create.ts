import { idOfGid } from '../../../core/gid.ts';
import { Refusal } from '../../../core/kernel.ts';
import type { Address, Shop } from '../../../core/state.ts';
import { placeOrder } from '../../store/orders.ts';
import type { OrderLineInput } from '../../store/orders.ts';
import { answerErrors, readAmount } from '../context.ts';
import type { Context, View } from '../context.ts';
import { orderView } from '../views/views-order.ts';

type Money = { shopMoney: { amount: string; currencyCode: string } };
type LineArgs = {
  variantId?: string | null;
  title?: string | null;
  variantTitle?: string | null;
  sku?: string | null;
  quantity: number;
  requiresShipping?: boolean | null;
  priceSet?: Money | null;
  properties?: { name: string; value: string }[] | null;
};
type AddressArgs = Partial<Record<keyof Address, string | null>>;
type CreateArgs = {
  order: {
    currency?: string | null;
    email?: string | null;
    financialStatus?: string | null;
    lineItems?: LineArgs[] | null;
    shippingAddress?: AddressArgs | null;
    customAttributes?: { key: string; value: string }[] | null;
    note?: string | null;
    tags?: string[] | null;
    sourceIdentifier?: string | null;
    sourceUrl?: string | null;
    test?: boolean | null;
  };
  options?: { inventoryBehaviour?: string | null } | null;
};

/** Stores on trial and for development: five new orders a minute (the platform's words of `orderCreate` in its schema). */
const MAX_A_MINUTE = 5;
const MINUTE_MS = 60_000;
const MAX_LINES = 250;

/**
 * `orderCreate`: an app places an order that was sold elsewhere. After the words of the schema of 2026-10: no automatic discounts, no
 * tax beside what is sent, stock as `inventoryBehaviour` says. The words of the limit are those that developers report
 * (community.shopify.dev/t/graphql-api-mutation-error/4542).
 */
export function orderCreateMutations(context: Context): View {
  const { sandbox, shop } = context;
  return {
    orderCreate: ({ order, options }: CreateArgs) =>
      answerErrors(() => {
        if (shop.isDormant) throw new Refusal('This shop is dormant and cannot create orders.', [], 'SHOP_DORMANT');
        refuseTooMany(context);
        if (options?.inventoryBehaviour !== 'DECREMENT_IGNORING_POLICY' || order.financialStatus !== 'PAID')
          throw new Error('not implemented in the sandbox: orderCreate of an unpaid order, or without a fall of stock');
        const currency = order.currency ?? shop.currency;
        const lines = order.lineItems ?? [];
        if (lines.length === 0 || lines.length > MAX_LINES)
          throw new Refusal('Line items must have at least one line item', ['order', 'lineItems'], 'INVALID');
        const placed = placeOrder(sandbox, shop, {
          email: order.email ?? '',
          currency,
          lines: lines.map((line, index) => readLine(shop, line, { index, currency })),
          shippingAddress: order.shippingAddress ? readAddress(order.shippingAddress) : null,
          shippingLines: [],
          automaticDiscounts: false,
          note: order.note ?? null,
          noteAttributes: (order.customAttributes ?? []).map(({ key, value }) => ({ name: key, value })),
          tags: order.tags ?? [],
          sourceName: 'app',
          isTest: order.test ?? false,
          source: { identifier: order.sourceIdentifier ?? null, url: order.sourceUrl ?? null },
        });
        return { order: orderView(context, placed) };
      }, 'OrderCreateUserError'),
  };
}

function refuseTooMany({ sandbox, shop }: Context): void {
  const since = sandbox.clock.now().getTime() - MINUTE_MS;
  const made = Object.values(shop.orders).filter(
    (order) => order.sourceName === 'app' && Date.parse(order.createdAt) > since,
  );
  if (shop.plan === undefined && made.length >= MAX_A_MINUTE)
    throw new Refusal('Too many attempts. Please try again later.', []);
}

function readLine(shop: Shop, line: LineArgs, at: { index: number; currency: string }): OrderLineInput {
  const field = ['order', 'lineItems', String(at.index)];
  const priceMinor = line.priceSet
    ? readAmount(line.priceSet.shopMoney.amount, at.currency, [...field, 'priceSet'])
    : undefined;
  const rest = {
    quantity: line.quantity,
    ...(priceMinor === undefined ? {} : { priceMinor }),
    properties: line.properties ?? [],
  };
  const variantId = idOfGid(line.variantId, 'ProductVariant');
  if (variantId !== null) return { variantId, ...rest };
  if (!line.title) throw new Refusal('Title can’t be blank', [...field, 'title'], 'INVALID');
  return {
    title: line.title,
    variantTitle: line.variantTitle ?? null,
    vendor: shop.name,
    unitPriceMinor: priceMinor ?? 0,
    requiresShipping: line.requiresShipping ?? true,
    ...(line.sku ? { ownSku: line.sku } : {}),
    ...rest,
  };
}

/** Nothing is made up for what is not sent, unlike at a checkout. */
function readAddress(given: AddressArgs): Partial<Address> {
  return {
    firstName: given.firstName ?? '',
    lastName: given.lastName ?? '',
    company: given.company ?? null,
    address1: given.address1 ?? '',
    address2: given.address2 ?? null,
    city: given.city ?? '',
    provinceCode: given.provinceCode ?? null,
    country: given.countryCode ?? '',
    countryCode: given.countryCode ?? '',
    zip: given.zip ?? '',
    phone: given.phone ?? null,
  };
}
