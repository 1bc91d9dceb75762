import type { Input } from '#sandbox/providers/testing.ts';

type Ask = (method: string, path: string, input?: Input) => Promise<string>;
type ByHand = (path: string, body: object) => Promise<unknown>;

/** Asks Stripe for everything that memberships need, as the program does. */
export async function askForMemberships(ask: Ask, byHand: ByHand): Promise<void> {
  const plan = (await byHand('/plans', { name: 'Starter', listingLimit: 3 })) as {
    id: string;
    product: { id: string };
  };
  await ask('GET', '/v1/prices', { active: true, type: 'recurring', limit: 100, expand: ['data.product'] });
  await ask('GET', `/v1/prices/${plan.id}`, { expand: ['product'] });
  await ask('GET', '/v1/prices/price_unknown');
  const customer = await ask('POST', '/v1/customers', {
    name: 'Loom "&" Sons',
    email: 'loom@example.test',
    metadata: { vendor: '7' },
  });
  await ask('GET', `/v1/customers/${customer}`);
  await ask('POST', `/v1/customers/${customer}`, { name: 'Loom' });
  await ask('GET', '/v1/customers/search', { query: 'name:"Loom"', limit: 100 });
  const session = {
    mode: 'subscription',
    customer,
    client_reference_id: '7',
    line_items: [{ price: plan.id, quantity: 1 }],
    success_url: 'http://localhost/back',
    cancel_url: 'http://localhost/back',
    locale: 'de',
    payment_method_collection: 'if_required',
    metadata: { vendor: '7', price: plan.id },
    subscription_data: {
      metadata: { vendor: '7' },
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    },
  };
  const expired = await ask('POST', '/v1/checkout/sessions', session);
  await ask('POST', `/v1/checkout/sessions/${expired}/expire`);
  const bought = await ask('POST', '/v1/checkout/sessions', session);
  await byHand(`/checkouts/${bought}/complete`, {});
  await ask('GET', '/v1/checkout/sessions', { customer, limit: 100 });
  const features = {
    customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      products: [{ product: plan.product.id, prices: [plan.id] }],
      proration_behavior: 'create_prorations',
      trial_update_behavior: 'continue_trial',
    },
  };
  const configuration = await ask('POST', '/v1/billing_portal/configurations', { features, metadata: { of: 'souk' } });
  await ask('POST', `/v1/billing_portal/configurations/${configuration}`, { features });
  await ask('GET', '/v1/billing_portal/configurations', { active: true, limit: 100 });
  await ask('POST', '/v1/billing_portal/sessions', {
    customer,
    configuration,
    return_url: 'http://localhost/back',
    locale: 'de',
  });
  await ask('GET', '/v1/subscriptions', { customer, status: 'all', limit: 100 });
  const granted = (await byHand('/subscriptions', { customer, price: plan.id })) as { id: string };
  await ask('DELETE', `/v1/subscriptions/${granted.id}`);
}
