import { z } from 'zod';
import { DAY_MS } from '#sandbox/core/durations.ts';
import { Refusal } from '../../../core/kernel.ts';
import type { Sandbox } from '../../../core/kernel.ts';
import type { StripeSubscription, StripeSubscriptionStatus } from '../../../core/state-stripe-billing.ts';
import { makeId } from '../../identifiers.ts';
import { done, listPage, NO_CAUSE } from '../call.ts';
import type { Cause, StripeCall, StripeOperation } from '../call.ts';
import { emitSnapshot } from '../events.ts';
import { integer, readParams, secondsOf, text } from '../params.ts';
import { missing } from '../problem.ts';
import { showPrice } from './plans.ts';
import { billingOf, isOwn, newestFirst } from './state.ts';

const PERIOD_DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;
const LIVE: ReadonlySet<StripeSubscriptionStatus> = new Set(['trialing', 'active', 'past_due', 'unpaid', 'paused']);

/** Subscriptions: listed and ended. They begin on the page of a checkout, or by hand. */
export const subscriptionOperations: readonly StripeOperation[] = [
  { method: 'GET', pattern: '/v1/subscriptions', name: 'subscriptions.list', run: listSubscriptions },
  { method: 'DELETE', pattern: '/v1/subscriptions/{id}', name: 'subscriptions.cancel', run: cancelSubscription },
];

function listSubscriptions(call: StripeCall) {
  const wanted = readParams(
    z.strictObject({
      customer: text().optional(),
      status: z.enum(['all', 'active', 'canceled', 'ended']).optional(),
      limit: integer(1, 100).optional(),
      starting_after: text().optional(),
    }),
    call.params,
  );
  passSubscriptionTime(call.sandbox);
  const found = newestFirst(billingOf(call.sandbox).subscriptions).filter(
    (one) =>
      isOwn(call)(one) &&
      (wanted.customer === undefined || one.customerId === wanted.customer) &&
      (wanted.status === 'all' || (wanted.status ? one.status === wanted.status : one.status !== 'canceled')),
  );
  return listPage(found, wanted, '/v1/subscriptions', (one) => showSubscription(call.sandbox, one));
}

function cancelSubscription(call: StripeCall) {
  readParams(z.strictObject({}), call.params);
  const id = call.path['id'] ?? '';
  const subscription = billingOf(call.sandbox).subscriptions[id];
  if (!subscription || !isOwn(call)(subscription) || subscription.status === 'canceled')
    throw missing('subscription', id, 'id');
  endSubscription(call.sandbox, subscription, call.cause);
  return done(showSubscription(call.sandbox, subscription));
}

/** Begins a subscription of a customer and tells of it. */
export function startSubscription(
  sandbox: Sandbox,
  o: { customerId: string; priceId: string; trialDays: number; metadata: Record<string, string> },
  cause: Cause = NO_CAUSE,
): StripeSubscription {
  const { customers, subscriptions, prices } = billingOf(sandbox);
  const customer = customers[o.customerId];
  const price = prices.find(({ id }) => id === o.priceId);
  if (!customer || !price) throw new Refusal('There is no such customer or price.', ['customer'], 'NOT_FOUND');
  const now = sandbox.clock.now().getTime();
  const days = o.trialDays > 0 ? o.trialDays : PERIOD_DAYS[price.interval];
  const periodEnd = new Date(now + days * DAY_MS).toISOString();
  const subscription: StripeSubscription = {
    id: makeId(sandbox, 'sub_', 24),
    itemId: makeId(sandbox, 'si_', 14),
    platformId: customer.platformId,
    livemode: customer.livemode,
    customerId: customer.id,
    priceId: price.id,
    status: o.trialDays > 0 ? 'trialing' : 'active',
    metadata: o.metadata,
    periodStart: sandbox.clock.iso(),
    periodEnd,
    trialStart: o.trialDays > 0 ? sandbox.clock.iso() : null,
    trialEnd: o.trialDays > 0 ? periodEnd : null,
    cancelAt: null,
    endedAt: null,
    createdAt: sandbox.clock.iso(),
  };
  subscriptions[subscription.id] = subscription;
  tellOf(sandbox, subscription, 'created', cause);
  return subscription;
}

/** Changes a subscription and tells of it. */
export function changeSubscription(
  sandbox: Sandbox,
  subscription: StripeSubscription,
  change: Partial<Pick<StripeSubscription, 'status' | 'priceId' | 'cancelAt'>>,
): void {
  if (change.status === 'canceled') {
    endSubscription(sandbox, subscription, NO_CAUSE);
    return;
  }
  Object.assign(subscription, change);
  tellOf(sandbox, subscription, 'updated', NO_CAUSE);
}

function endSubscription(sandbox: Sandbox, subscription: StripeSubscription, cause: Cause): void {
  subscription.status = 'canceled';
  subscription.endedAt = sandbox.clock.iso();
  tellOf(sandbox, subscription, 'deleted', cause);
}

/** What time brings about: a period goes on, a trial becomes a paid period, and what was cancelled ends. */
export function passSubscriptionTime(sandbox: Sandbox): void {
  const billing = sandbox.state.stripe?.billing;
  if (!billing) return;
  const now = sandbox.clock.iso();
  const { subscriptions, prices } = billing;
  for (const one of Object.values(subscriptions)) {
    if (!LIVE.has(one.status)) continue;
    if (one.cancelAt !== null && one.cancelAt <= now) endSubscription(sandbox, one, NO_CAUSE);
    else if (one.periodEnd <= now) {
      const days = PERIOD_DAYS[prices.find(({ id }) => id === one.priceId)?.interval ?? 'month'];
      while (one.periodEnd <= now) {
        one.periodStart = one.periodEnd;
        one.periodEnd = new Date(Date.parse(one.periodEnd) + days * DAY_MS).toISOString();
      }
      if (one.status === 'trialing') one.status = 'active';
      tellOf(sandbox, one, 'updated', NO_CAUSE);
    }
  }
}

function tellOf(
  sandbox: Sandbox,
  subscription: StripeSubscription,
  what: 'created' | 'updated' | 'deleted',
  cause: Cause,
): void {
  const { platformId, livemode } = subscription;
  const object = showSubscription(sandbox, subscription);
  emitSnapshot(sandbox, { platformId, livemode, type: `customer.subscription.${what}`, object, cause });
}

/** A subscription as the API shows it since 2025: its period stands with its item. */
export function showSubscription(sandbox: Sandbox, one: StripeSubscription): Record<string, unknown> {
  const price = billingOf(sandbox).prices.find(({ id }) => id === one.priceId);
  const seconds = (iso: string | null) => (iso === null ? null : secondsOf(iso));
  const item = {
    id: one.itemId,
    object: 'subscription_item',
    created: secondsOf(one.createdAt),
    metadata: {},
    quantity: 1,
    price: price ? showPrice(price, false) : null,
    subscription: one.id,
    discounts: [],
    tax_rates: [],
    current_period_start: secondsOf(one.periodStart),
    current_period_end: secondsOf(one.periodEnd),
  };
  return {
    id: one.id,
    object: 'subscription',
    created: secondsOf(one.createdAt),
    livemode: one.livemode,
    customer: one.customerId,
    status: one.status,
    metadata: one.metadata,
    currency: price?.currency ?? 'eur',
    automatic_tax: { enabled: false, liability: null, disabled_reason: null },
    billing_cycle_anchor: secondsOf(one.periodStart),
    billing_mode: { type: 'flexible' },
    cancel_at: seconds(one.cancelAt),
    cancel_at_period_end: one.cancelAt !== null,
    canceled_at: seconds(one.endedAt),
    collection_method: 'charge_automatically',
    discounts: [],
    ended_at: seconds(one.endedAt),
    items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${one.id}` },
    start_date: secondsOf(one.createdAt),
    trial_start: seconds(one.trialStart),
    trial_end: seconds(one.trialEnd),
  };
}
