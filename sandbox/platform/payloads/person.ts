import { toGid } from '../../core/gid.ts';
import type { Address, Shop } from '../../core/state.ts';
import { restTime } from './shape.ts';

type Json = Record<string, unknown>;

/** An address in REST shape. */
export function addressPayload(address: Address): Json {
  return {
    first_name: address.firstName,
    address1: address.address1,
    phone: address.phone,
    city: address.city,
    zip: address.zip,
    province: address.province,
    country: address.country,
    last_name: address.lastName,
    address2: address.address2,
    company: address.company,
    latitude: null,
    longitude: null,
    name: `${address.firstName} ${address.lastName}`.trim(),
    country_code: address.countryCode,
    province_code: address.provinceCode,
  };
}

/** An order's customer; name, phone and e-mail only with the second level of customer data. */
export function customerPayload(shop: Shop, customerId: number | null): Json | null {
  const customer = customerId === null ? undefined : shop.customers[String(customerId)];
  if (!customer) return null;
  const named = shop.customerDataLevel === 2;
  return {
    id: customer.id,
    admin_graphql_api_id: toGid('Customer', customer.id),
    created_at: restTime(customer.createdAt, shop.timezone),
    updated_at: restTime(customer.updatedAt, shop.timezone),
    state: 'disabled',
    note: null,
    verified_email: true,
    multipass_identifier: null,
    tax_exempt: false,
    currency: shop.currency,
    tax_exemptions: [],
    tags: customer.tags.join(', '),
    email: named ? customer.email : null,
    phone: named ? customer.phone : null,
    first_name: named ? customer.firstName : null,
    last_name: named ? customer.lastName : null,
  };
}
