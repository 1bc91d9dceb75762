import { toGid } from '../../core/gid.ts';
import type { Customer, Shop } from '../../core/state.ts';
import { restTime } from './shape.ts';

type Json = Record<string, unknown>;

/** The body of shop/update and app/uninstalled. */
export function shopPayload(shop: Shop): Json {
  return {
    id: shop.id,
    admin_graphql_api_id: toGid('Shop', shop.id),
    name: shop.name,
    email: shop.email,
    domain: shop.domain,
    myshopify_domain: shop.domain,
    country: shop.countryCode,
    country_code: shop.countryCode,
    currency: shop.currency,
    iana_timezone: shop.timezone,
    timezone: shop.timezone,
    customer_email: shop.email,
    created_at: restTime(shop.createdAt, shop.timezone),
    updated_at: restTime(shop.updatedAt, shop.timezone),
    primary_locale: shop.locales.find((locale) => locale.primary)?.locale ?? 'en',
    taxes_included: shop.taxesIncluded,
    plan_name: 'partner_test',
    plan_display_name: 'Development',
    weight_unit: 'kg',
    money_format: '${{amount}}',
    has_storefront: true,
    enabled_presentment_currencies: [shop.currency],
  };
}

/** The body of app/scopes_update. */
export function scopesPayload(shop: Shop, previous: readonly string[], current: readonly string[], at: string): Json {
  return {
    id: shop.installation?.id ?? 0,
    previous: [...previous],
    current: [...current],
    updated_at: restTime(at, shop.timezone),
  };
}

/** The bodies of the three compliance topics. */
export function compliancePayload(
  shop: Shop,
  topic: string,
  customer: Customer | null,
  orderIds: readonly number[],
  requestId: number,
): Json {
  const base = { shop_id: shop.id, shop_domain: shop.domain };
  if (topic === 'shop/redact') return base;
  const person = { id: customer?.id ?? 0, email: customer?.email ?? null, phone: customer?.phone ?? null };
  return topic === 'customers/data_request'
    ? { ...base, orders_requested: [...orderIds], customer: person, data_request: { id: requestId } }
    : { ...base, customer: person, orders_to_redact: [...orderIds] };
}
