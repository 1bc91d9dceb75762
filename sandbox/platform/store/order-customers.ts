import { type Sandbox, nextId } from '#sandbox/core/kernel.ts';
import type { Address, Shop, Customer } from '#sandbox/core/state.ts';

/** An address with every field, the missing ones from a plain default. */
export function completeAddress(given: Partial<Address>, email: string): Address {
  const name = email.split('@')[0] ?? 'Buyer';
  return {
    firstName: given.firstName ?? name.charAt(0).toUpperCase() + name.slice(1),
    lastName: given.lastName ?? 'Buyer',
    company: given.company ?? null,
    address1: given.address1 ?? 'Keizersgracht 1',
    address2: given.address2 ?? null,
    city: given.city ?? 'Amsterdam',
    province: given.province ?? null,
    provinceCode: given.provinceCode ?? null,
    country: given.country ?? 'Netherlands',
    countryCode: given.countryCode ?? 'NL',
    zip: given.zip ?? '1015 CC',
    phone: given.phone ?? null,
  };
}

export function findOrAddCustomer(
  sandbox: Sandbox,
  shop: Shop,
  email: string,
  address: Address | null,
  phone: string | null,
): Customer {
  const known = Object.values(shop.customers).find((customer) => customer.email.toLowerCase() === email.toLowerCase());
  if (known) return known;
  const at = sandbox.clock.iso();
  const customer: Customer = {
    id: nextId(sandbox),
    firstName: address?.firstName ?? '',
    lastName: address?.lastName ?? '',
    email,
    phone,
    tags: [],
    createdAt: at,
    updatedAt: at,
  };
  shop.customers[String(customer.id)] = customer;
  return customer;
}
