import { Refusal } from '../core/kernel.ts';
import type { Sandbox } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import { STRIPE_SUBSCRIPTION_STATUSES } from '../core/state-stripe-billing.ts';
import { NO_CAUSE } from '../providers/stripe/call.ts';
import { completeCheckout } from '../providers/stripe/billing/checkouts.ts';
import { addCustomer, showCustomer } from '../providers/stripe/billing/customers.ts';
import { addPlan, billingOf } from '../providers/stripe/billing/state.ts';
import { startSubscription, changeSubscription } from '../providers/stripe/billing/subscriptions.ts';
import { emitSnapshot } from '../providers/stripe/events.ts';
import { platformOf } from '../providers/stripe/platforms.ts';
import { controlBody } from './guard.ts';
import { readFlag, readNumber, readOneOf, readText, requireText } from './input.ts';

/** What people do at Stripe by hand to plans, customers and subscriptions. */
export function stripeBillingControlRoutes(sandbox: Sandbox): Route[] {
  const billing = () => billingOf(sandbox);
  const findSubscription = (id = '') => {
    const found = billing().subscriptions[id];
    if (!found) throw new Refusal(`There is no subscription ${id}.`, ['id'], 'NOT_FOUND');
    return found;
  };
  return [
    route('GET', '/control/stripe/billing', () => {
      const { customers, subscriptions, checkouts, prices } = billing();
      return json(200, {
        prices,
        customers: Object.values(customers),
        subscriptions: Object.values(subscriptions),
        checkouts: Object.values(checkouts),
      });
    }),
    route('POST', '/control/stripe/plans', (request) => {
      const body = controlBody(request);
      const plan = addPlan(sandbox, {
        platformId: platformOf(sandbox, readText(body, 'platform')).id,
        livemode: readFlag(body, 'live') ?? false,
        name: requireText(body, 'name'),
        amountMinor: readNumber(body, 'amountMinor') ?? 1900,
        currency: (readText(body, 'currency') ?? 'eur').toLowerCase(),
        listingLimit: readNumber(body, 'listingLimit'),
      });
      sandbox.save();
      return json(201, plan);
    }),
    route('POST', '/control/stripe/customers', (request) => {
      const body = controlBody(request);
      const platformId = platformOf(sandbox, readText(body, 'platform')).id;
      const livemode = readFlag(body, 'live') ?? false;
      const customer = addCustomer(sandbox, { platformId, livemode, name: requireText(body, 'name') });
      sandbox.save();
      return json(201, customer);
    }),
    route('POST', '/control/stripe/customers/{id}/delete', (request) => {
      const customer = billing().customers[request.params['id'] ?? ''];
      if (!customer) throw new Refusal('There is no such customer.', ['id'], 'NOT_FOUND');
      customer.deleted = true;
      for (const one of Object.values(billing().subscriptions))
        if (one.customerId === customer.id && one.status !== 'canceled')
          changeSubscription(sandbox, one, { status: 'canceled' });
      const { platformId, livemode } = customer;
      const object = showCustomer(customer);
      emitSnapshot(sandbox, { platformId, livemode, type: 'customer.deleted', object, cause: NO_CAUSE });
      sandbox.save();
      return json(200, customer);
    }),
    route('POST', '/control/stripe/subscriptions', (request) => {
      const body = controlBody(request);
      const made = startSubscription(sandbox, {
        customerId: requireText(body, 'customer'),
        priceId: requireText(body, 'price'),
        trialDays: readNumber(body, 'trialDays') ?? 0,
        metadata: {},
      });
      sandbox.save();
      return json(201, made);
    }),
    route('POST', '/control/stripe/subscriptions/{id}', (request) => {
      const body = controlBody(request);
      const subscription = findSubscription(request.params['id']);
      const status = readOneOf(body, 'status', STRIPE_SUBSCRIPTION_STATUSES);
      const price = readText(body, 'price');
      changeSubscription(sandbox, subscription, {
        ...(status ? { status } : {}),
        ...(price ? { priceId: price } : {}),
        ...(readFlag(body, 'cancelAtPeriodEnd') ? { cancelAt: subscription.periodEnd } : {}),
      });
      sandbox.save();
      return json(200, subscription);
    }),
    route('POST', '/control/stripe/checkouts/{id}/complete', (request) => {
      const session = billing().checkouts[request.params['id'] ?? ''];
      if (!session) throw new Refusal('There is no such checkout.', ['id'], 'NOT_FOUND');
      completeCheckout(sandbox, session);
      sandbox.save();
      return json(200, session);
    }),
  ];
}
