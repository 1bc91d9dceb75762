import { z } from 'zod';
import type { StripeCustomer } from '../../../core/state-stripe-billing.ts';
import type { Sandbox } from '../../../core/kernel.ts';
import { makeId } from '../../identifiers.ts';
import { done } from '../call.ts';
import type { StripeCall, StripeOperation } from '../call.ts';
import { integer, metadata, readParams, secondsOf, text } from '../params.ts';
import { invalidParam, missing } from '../problem.ts';
import { billingOf, isOwn, newestFirst } from './state.ts';

/** Customers: made, read, renamed and found by their name. */
export const customerOperations: readonly StripeOperation[] = [
  { method: 'POST', pattern: '/v1/customers', name: 'customers.create', run: createCustomer },
  { method: 'GET', pattern: '/v1/customers/search', name: 'customers.search', run: searchCustomers },
  { method: 'GET', pattern: '/v1/customers/{id}', name: 'customers.retrieve', run: retrieveCustomer },
  { method: 'POST', pattern: '/v1/customers/{id}', name: 'customers.update', run: updateCustomer },
];

const fields = z.strictObject({
  name: text(256).optional(),
  email: text(512).optional(),
  metadata: metadata().optional(),
});

function createCustomer(call: StripeCall) {
  const input = readParams(fields, call.params);
  const { platform, livemode } = call;
  const customer = addCustomer(call.sandbox, { platformId: platform.id, livemode, ...input });
  return done(showCustomer(customer));
}

/** Adds a customer, as a call or a person in the dashboard does. */
export function addCustomer(
  sandbox: Sandbox,
  o: {
    platformId: string;
    livemode: boolean;
    name?: string | undefined;
    email?: string | undefined;
    metadata?: Record<string, string> | undefined;
  },
): StripeCustomer {
  const customer: StripeCustomer = {
    id: makeId(sandbox, 'cus_', 14),
    platformId: o.platformId,
    livemode: o.livemode,
    name: o.name ?? null,
    email: o.email ?? null,
    metadata: o.metadata ?? {},
    deleted: false,
    createdAt: sandbox.clock.iso(),
  };
  billingOf(sandbox).customers[customer.id] = customer;
  return customer;
}

function retrieveCustomer(call: StripeCall) {
  readParams(z.strictObject({}), call.params);
  const id = call.path['id'] ?? '';
  const customer = billingOf(call.sandbox).customers[id];
  if (!customer || !isOwn(call)(customer)) throw missing('customer', id, 'id');
  return done(customer.deleted ? { id, object: 'customer', deleted: true } : showCustomer(customer));
}

function updateCustomer(call: StripeCall) {
  const input = readParams(fields, call.params);
  const customer = ownCustomer(call, call.path['id'] ?? '', 404);
  customer.name = input.name ?? customer.name;
  customer.email = input.email ?? customer.email;
  return done(showCustomer(customer));
}

const QUERY = /^name:"((?:[^"\\]|\\.)*)"$/;

/** `name:"…"` finds every customer whose name holds these words, as the real service does. */
function searchCustomers(call: StripeCall) {
  const { query, limit } = readParams(
    z.strictObject({ query: text(), limit: integer(1, 100).optional() }),
    call.params,
  );
  const name = QUERY.exec(query)?.[1]?.replace(/\\(.)/g, '$1');
  if (name === undefined) throw invalidParam('query', `not implemented in the sandbox: the query ${query}`);
  const found = newestFirst(billingOf(call.sandbox).customers).filter(
    (customer) =>
      isOwn(call)(customer) && !customer.deleted && (customer.name ?? '').toLowerCase().includes(name.toLowerCase()),
  );
  const data = found.slice(0, limit ?? 10).map(showCustomer);
  return done({ object: 'search_result', data, has_more: false, next_page: null, url: '/v1/customers/search' });
}

/** A customer of the call's platform and mode that was not deleted. */
export function ownCustomer(call: StripeCall, id: string, status = 400): StripeCustomer {
  const customer = billingOf(call.sandbox).customers[id];
  if (!customer || customer.deleted || !isOwn(call)(customer)) throw missing('customer', id, 'customer', status);
  return customer;
}

/** A customer as v1 shows it. */
export function showCustomer(customer: StripeCustomer): Record<string, unknown> {
  return {
    id: customer.id,
    object: 'customer',
    created: secondsOf(customer.createdAt),
    livemode: customer.livemode,
    name: customer.name,
    email: customer.email,
    metadata: customer.metadata,
    address: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    phone: null,
    invoice_prefix: customer.id.slice(-7).toUpperCase(),
    next_invoice_sequence: 1,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}
