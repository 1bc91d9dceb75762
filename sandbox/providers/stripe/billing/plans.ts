import { z } from 'zod';
import type { StripePrice } from '../../../core/state-stripe-billing.ts';
import { done, listPage } from '../call.ts';
import type { StripeCall, StripeOperation } from '../call.ts';
import { flag, integer, readParams, secondsOf, text } from '../params.ts';
import { missing } from '../problem.ts';
import { billingOf, isOwn } from './state.ts';

/** Reading prices with their products. */
export const planOperations: readonly StripeOperation[] = [
  { method: 'GET', pattern: '/v1/prices', name: 'prices.list', run: listPrices },
  { method: 'GET', pattern: '/v1/prices/{id}', name: 'prices.retrieve', run: retrievePrice },
];

function listPrices(call: StripeCall) {
  const wanted = readParams(
    z.strictObject({
      active: flag().optional(),
      type: z.enum(['recurring', 'one_time']).optional(),
      limit: integer(1, 100).optional(),
      starting_after: text().optional(),
      expand: z.array(z.enum(['data.product'])).optional(),
    }),
    call.params,
  );
  const found = billingOf(call.sandbox).prices.filter(
    (price) => isOwn(call)(price) && (wanted.active === undefined || price.active === wanted.active),
  );
  const shown = wanted.type === 'one_time' ? [] : found.toReversed();
  return listPage(shown, wanted, '/v1/prices', (price) => showPrice(price, wanted.expand !== undefined));
}

function retrievePrice(call: StripeCall) {
  const { expand } = readParams(z.strictObject({ expand: z.array(z.enum(['product'])).optional() }), call.params);
  return done(showPrice(ownPrice(call, call.path['id'] ?? '', 404), expand !== undefined));
}

/** A price of the call's platform and mode. */
export function ownPrice(call: StripeCall, id: string, status = 400): StripePrice {
  const price = billingOf(call.sandbox).prices.find((one) => one.id === id && isOwn(call)(one));
  if (!price) throw missing('price', id, 'price', status);
  return price;
}

/** A price as v1 shows it, with its product or the product's id. */
export function showPrice(price: StripePrice, withProduct: boolean): Record<string, unknown> {
  return {
    id: price.id,
    object: 'price',
    active: price.active,
    billing_scheme: 'per_unit',
    created: secondsOf(price.createdAt),
    currency: price.currency,
    custom_unit_amount: null,
    livemode: price.livemode,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: withProduct ? showProduct(price) : price.product.id,
    recurring: { interval: price.interval, interval_count: 1, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: price.amountMinor,
    unit_amount_decimal: String(price.amountMinor),
  };
}

function showProduct({ product, livemode, createdAt }: StripePrice): Record<string, unknown> {
  const created = secondsOf(createdAt);
  return {
    id: product.id,
    object: 'product',
    active: product.active,
    created,
    updated: created,
    livemode,
    name: product.name,
    description: product.description,
    metadata: product.metadata,
    images: [],
    features: [],
    package_dimensions: null,
    shippable: null,
    tax_code: null,
    url: null,
  };
}
