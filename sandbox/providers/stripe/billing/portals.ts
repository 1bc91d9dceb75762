import { z } from 'zod';
import type { StripePortalConfiguration } from '../../../core/state-stripe-billing.ts';
import { makeId } from '../../identifiers.ts';
import { done, listPage } from '../call.ts';
import type { StripeCall, StripeOperation } from '../call.ts';
import { address, flag, integer, metadata, readParams, secondsOf, text } from '../params.ts';
import { missing } from '../problem.ts';
import { ownCustomer } from './customers.ts';
import { ownPrice } from './plans.ts';
import { billingOf, isOwn } from './state.ts';

const CONFIGURATIONS = '/v1/billing_portal/configurations';

/** The portal in which customers change and cancel their subscriptions. */
export const portalOperations: readonly StripeOperation[] = [
  { method: 'POST', pattern: '/v1/billing_portal/sessions', name: 'billing_portal.sessions.create', run: createPortal },
  { method: 'GET', pattern: CONFIGURATIONS, name: 'billing_portal.configurations.list', run: listConfigurations },
  { method: 'POST', pattern: CONFIGURATIONS, name: 'billing_portal.configurations.create', run: createConfiguration },
  {
    method: 'POST',
    pattern: `${CONFIGURATIONS}/{id}`,
    name: 'billing_portal.configurations.update',
    run: updateConfiguration,
  },
];

function createPortal(call: StripeCall) {
  const input = readParams(
    z.strictObject({
      customer: text(),
      configuration: text(),
      return_url: address(),
      locale: z.enum(['auto', 'en', 'nl', 'de', 'fr', 'es']).optional(),
    }),
    call.params,
  );
  const customer = ownCustomer(call, input.customer);
  const configuration = ownConfiguration(call, input.configuration, 400);
  const { sandbox, livemode, platform } = call;
  const token = makeId(sandbox, '', 24);
  const id = makeId(sandbox, 'bps_', 24);
  billingOf(sandbox).portals[token] = {
    id,
    platformId: platform.id,
    livemode,
    customerId: customer.id,
    configurationId: configuration.id,
    returnUrl: input.return_url,
  };
  return done({
    id,
    object: 'billing_portal.session',
    created: secondsOf(sandbox.clock.iso()),
    livemode,
    configuration: configuration.id,
    customer: customer.id,
    return_url: input.return_url,
    flow: null,
    locale: input.locale ?? null,
    on_behalf_of: null,
    url: `${sandbox.config.publicUrl}/stripe/portal/${token}`,
  });
}

const features = z.strictObject({
  customer_update: z
    .strictObject({ enabled: flag(), allowed_updates: z.array(z.enum(['address', 'tax_id', 'email'])).optional() })
    .optional(),
  invoice_history: z.strictObject({ enabled: flag() }).optional(),
  payment_method_update: z.strictObject({ enabled: flag() }).optional(),
  subscription_cancel: z
    .strictObject({ enabled: flag(), mode: z.enum(['at_period_end', 'immediately']).optional() })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: flag(),
      default_allowed_updates: z.array(z.enum(['price', 'quantity', 'promotion_code'])).optional(),
      products: z.array(z.strictObject({ product: text(), prices: z.array(text()) })).optional(),
      proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
      trial_update_behavior: z.enum(['end_trial', 'continue_trial']).optional(),
    })
    .optional(),
});
const settings = z.strictObject({ features, metadata: metadata().optional() });

function createConfiguration(call: StripeCall) {
  const configuration: StripePortalConfiguration = {
    id: makeId(call.sandbox, 'bpc_', 24),
    platformId: call.platform.id,
    livemode: call.livemode,
    ...readSettings(call),
    createdAt: call.sandbox.clock.iso(),
  };
  billingOf(call.sandbox).configurations.push(configuration);
  return done(showConfiguration(configuration));
}

function updateConfiguration(call: StripeCall) {
  const configuration = ownConfiguration(call, call.path['id'] ?? '', 404);
  Object.assign(configuration, readSettings(call));
  return done(showConfiguration(configuration));
}

function readSettings(call: StripeCall): Pick<StripePortalConfiguration, 'features' | 'priceIds' | 'metadata'> {
  const input = readParams(settings, call.params);
  const priceIds = (input.features.subscription_update?.products ?? []).flatMap(({ prices }) => prices);
  for (const id of priceIds) ownPrice(call, id);
  return { features: input.features, priceIds, metadata: input.metadata ?? {} };
}

function listConfigurations(call: StripeCall) {
  const wanted = readParams(
    z.strictObject({
      active: flag().optional(),
      limit: integer(1, 100).optional(),
      starting_after: text().optional(),
    }),
    call.params,
  );
  const found = billingOf(call.sandbox).configurations.filter(isOwn(call)).reverse();
  return listPage(found, wanted, CONFIGURATIONS, showConfiguration);
}

function ownConfiguration(call: StripeCall, id: string, status: number): StripePortalConfiguration {
  const found = billingOf(call.sandbox).configurations.find((one) => one.id === id && isOwn(call)(one));
  if (!found) throw missing('configuration', id, 'configuration', status);
  return found;
}

function showConfiguration(one: StripePortalConfiguration): Record<string, unknown> {
  return {
    id: one.id,
    object: 'billing_portal.configuration',
    active: true,
    is_default: false,
    created: secondsOf(one.createdAt),
    updated: secondsOf(one.createdAt),
    livemode: one.livemode,
    features: one.features,
    metadata: one.metadata,
    login_page: { enabled: false, url: null },
  };
}
