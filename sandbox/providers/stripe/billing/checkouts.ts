import { z } from 'zod';
import { HOUR_MS } from '#sandbox/core/durations.ts';
import type { Sandbox } from '../../../core/kernel.ts';
import type { StripeCheckout } from '../../../core/state-stripe-billing.ts';
import { makeId } from '../../identifiers.ts';
import { done, listPage, NO_CAUSE } from '../call.ts';
import type { StripeCall, StripeOperation } from '../call.ts';
import { emitSnapshot } from '../events.ts';
import { address, integer, metadata, readParams, secondsOf, text } from '../params.ts';
import { missing, StripeProblem } from '../problem.ts';
import { ownCustomer } from './customers.ts';
import { ownPrice } from './plans.ts';
import { billingOf, isOwn, newestFirst } from './state.ts';
import { startSubscription } from './subscriptions.ts';

const OPEN_HOURS = 24;

/** Checkout sessions for subscriptions. */
export const checkoutOperations: readonly StripeOperation[] = [
  { method: 'POST', pattern: '/v1/checkout/sessions', name: 'checkout.sessions.create', run: createSession },
  { method: 'GET', pattern: '/v1/checkout/sessions', name: 'checkout.sessions.list', run: listSessions },
  {
    method: 'POST',
    pattern: '/v1/checkout/sessions/{id}/expire',
    name: 'checkout.sessions.expire',
    run: expireSession,
  },
];

const creation = z.strictObject({
  mode: z.enum(['subscription']),
  customer: text(),
  client_reference_id: text(200).optional(),
  line_items: z.array(z.strictObject({ price: text(), quantity: integer(1, 1) })).length(1),
  success_url: address(),
  cancel_url: address().optional(),
  locale: z.enum(['auto', 'en', 'nl', 'de', 'fr', 'es']).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  metadata: metadata().optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata().optional(),
      trial_period_days: integer(1, 730).optional(),
      trial_settings: z
        .strictObject({
          end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
        })
        .optional(),
    })
    .optional(),
});

function createSession(call: StripeCall) {
  const input = readParams(creation, call.params);
  const { sandbox, platform, livemode } = call;
  const customer = ownCustomer(call, input.customer);
  const price = ownPrice(call, input.line_items[0]?.price ?? '');
  const session: StripeCheckout = {
    id: makeId(sandbox, livemode ? 'cs_live_' : 'cs_test_', 40),
    token: makeId(sandbox, '', 24),
    platformId: platform.id,
    livemode,
    customerId: customer.id,
    priceId: price.id,
    trialDays: input.subscription_data?.trial_period_days ?? 0,
    status: 'open',
    successUrl: input.success_url,
    cancelUrl: input.cancel_url ?? null,
    clientReference: input.client_reference_id ?? null,
    metadata: input.metadata ?? {},
    subscriptionMetadata: input.subscription_data?.metadata ?? {},
    subscriptionId: null,
    expiresAt: new Date(sandbox.clock.now().getTime() + OPEN_HOURS * HOUR_MS).toISOString(),
    createdAt: sandbox.clock.iso(),
  };
  billingOf(sandbox).checkouts[session.id] = session;
  return done(showCheckout(sandbox, session));
}

function listSessions(call: StripeCall) {
  const wanted = readParams(
    z.strictObject({
      customer: text().optional(),
      limit: integer(1, 100).optional(),
      starting_after: text().optional(),
    }),
    call.params,
  );
  const found = newestFirst(billingOf(call.sandbox).checkouts).filter(
    (one) => isOwn(call)(one) && (wanted.customer === undefined || one.customerId === wanted.customer),
  );
  for (const one of found) closeWhenOver(call.sandbox, one);
  return listPage(found, wanted, '/v1/checkout/sessions', (one) => showCheckout(call.sandbox, one));
}

function expireSession(call: StripeCall) {
  readParams(z.strictObject({}), call.params);
  const id = call.path['id'] ?? '';
  const session = billingOf(call.sandbox).checkouts[id];
  if (!session || !isOwn(call)(session)) throw missing('checkout.session', id, 'session');
  closeWhenOver(call.sandbox, session);
  if (session.status !== 'open')
    throw new StripeProblem(400, {
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of "${session.status}".`,
    });
  session.status = 'expired';
  return done(showCheckout(call.sandbox, session));
}

/** A checkout that nobody finished is over after a day. */
export function closeWhenOver(sandbox: Sandbox, session: StripeCheckout): void {
  if (session.status === 'open' && session.expiresAt <= sandbox.clock.iso()) session.status = 'expired';
}

/** Finishes a checkout: the subscription begins, and both are told of. Finished twice it is finished once. */
export function completeCheckout(sandbox: Sandbox, session: StripeCheckout): void {
  if (session.status !== 'open') return;
  const { customerId, priceId, trialDays, subscriptionMetadata, platformId, livemode } = session;
  const made = startSubscription(sandbox, { customerId, priceId, trialDays, metadata: subscriptionMetadata });
  session.status = 'complete';
  session.subscriptionId = made.id;
  const object = showCheckout(sandbox, session);
  emitSnapshot(sandbox, { platformId, livemode, type: 'checkout.session.completed', object, cause: NO_CAUSE });
}

function showCheckout(sandbox: Sandbox, one: StripeCheckout): Record<string, unknown> {
  const isOpen = one.status === 'open';
  return {
    id: one.id,
    object: 'checkout.session',
    created: secondsOf(one.createdAt),
    livemode: one.livemode,
    mode: 'subscription',
    customer: one.customerId,
    client_reference_id: one.clientReference,
    status: one.status,
    payment_status: one.status === 'complete' ? 'paid' : 'unpaid',
    metadata: one.metadata,
    success_url: one.successUrl,
    cancel_url: one.cancelUrl,
    subscription: one.subscriptionId,
    url: isOpen ? `${sandbox.config.publicUrl}/stripe/checkout/${one.token}` : null,
    expires_at: secondsOf(one.expiresAt),
    automatic_tax: { enabled: false, status: null },
    custom_fields: [],
    custom_text: { shipping_address: null, submit: null },
    payment_method_types: ['card'],
    shipping_options: [],
  };
}
