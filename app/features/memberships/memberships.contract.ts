import { z } from 'zod';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { PROVIDER_REASONS } from '#app/core/provider-problem.ts';
import { rule } from '#app/core/rules.ts';
import { MEMBERSHIP_STATUSES } from './membership.ts';

const MAX_ID = 100;
const MAX_PLANS_SHOWN = 500;
const INTERVALS = ['day', 'week', 'month', 'year'] as const;

const providerId = z
  .string()
  .max(MAX_ID)
  .regex(/^[\w-]{1,100}$/, rule('provider_product_id'));
export const checkoutInput = z.strictObject({ priceId: providerId });

const price = {
  price: moneyDto.nullable().meta({ description: 'For one interval; null where the provider charges by steps' }),
  interval: z.enum(INTERVALS),
  intervalCount: z.number().int(),
};

export const planDto = z
  .object({
    priceId: z.string(),
    productId: z.string(),
    name: z.string(),
    description: z.string(),
    ...price,
    listingLimit: z.number().int().nullable().meta({
      description: 'How many products it allows: `listing_limit` of the product’s metadata at the provider',
    }),
    isOffered: z.boolean().meta({ description: 'Whether vendors may choose it' }),
  })
  .meta({ id: 'MembershipPlan' });
export type PlanDto = z.infer<typeof planDto>;

const plansDto = z.object({
  plans: z.array(planDto).max(MAX_PLANS_SHOWN),
  trialDays: z.number().int(),
  documentationUrl: z.string(),
  problem: z.enum(PROVIDER_REASONS).nullable().meta({ description: 'Why the provider did not say its plans' }),
});
export type PlansDto = z.infer<typeof plansDto>;

export const membershipDto = z
  .object({
    isRequired: z
      .boolean()
      .meta({ description: 'Whether this vendor needs a membership to manage products and orders' }),
    hasAccess: z.boolean(),
    status: z.enum(MEMBERSHIP_STATUSES),
    plan: z
      .object({ ...price, priceId: z.string(), name: z.string(), interval: z.enum(INTERVALS).nullable() })
      .nullable(),
    renewsAt: timeDto.nullable(),
    endsAt: timeDto.nullable().meta({ description: 'When it ends, where it was cancelled' }),
    trialEndsAt: timeDto.nullable(),
    trialDays: z.number().int().meta({ description: 'How many days a new membership of this vendor is free' }),
    listingLimit: z.number().int().nullable().meta({ description: 'How many products the plan allows' }),
    mayFulfill: z.boolean().meta({ description: 'Whether it may work on its orders without a membership' }),
    mayChange: z.boolean().meta({ description: 'Those who lead the vendor change it; nobody else does' }),
    hasCustomer: z
      .boolean()
      .meta({ description: 'Whether the provider’s page for changes and invoices can be opened' }),
    checkedAt: timeDto.nullable(),
    problem: z.enum(PROVIDER_REASONS).nullable().meta({ description: 'Why this is what was known last' }),
  })
  .meta({ id: 'VendorMembership' });
export type MembershipDto = z.infer<typeof membershipDto>;

const access = { kind: 'vendor', permission: 'read_settings' } as const;
const link = z.object({
  url: z.string().meta({ description: 'A page of the provider; it belongs to the vendor alone' }),
});
const limit = { perMinute: 30, by: 'viewer' } as const;

export const listPlansEndpoint = endpoint({
  name: 'memberships.plans',
  method: 'GET',
  path: '/stripe/products',
  summary: 'The plans that vendors may choose; in the marketplace view every recurring price of the provider',
  access,
  response: plansDto,
  errors: ['feature_disabled'],
  limit,
});

export const readMembershipEndpoint = endpoint({
  name: 'memberships.read',
  method: 'GET',
  path: '/stripe/subscription',
  summary: 'The membership of the vendor that the caller acts for, as the provider says it at this moment',
  access,
  response: membershipDto,
  errors: ['feature_disabled', 'invalid_state'],
  limit,
});

export const createCheckoutEndpoint = endpoint({
  name: 'memberships.checkout',
  method: 'POST',
  path: '/stripe/checkout-session',
  summary: 'The provider’s page on which a vendor without a membership buys one. For those who lead the vendor',
  access,
  body: checkoutInput,
  response: link,
  errors: ['feature_disabled', 'missing_permission', 'invalid_input', 'invalid_state', 'provider_failed'],
  limit,
});

export const openBillingEndpoint = endpoint({
  name: 'memberships.billing',
  method: 'POST',
  path: '/stripe/billing',
  summary: 'The provider’s page on which a vendor changes its plan, cancels it and finds its invoices',
  access,
  response: link,
  errors: ['feature_disabled', 'missing_permission', 'invalid_state', 'provider_failed'],
  limit,
});

export const subscriptionChangedEndpoint = endpoint({
  name: 'memberships.changed',
  method: 'GET',
  path: '/subscription/changed',
  summary:
    'Where the provider’s pages lead back to. Nothing is believed: the memberships whose people were sent there are read again, and the browser goes on to the portal (302)',
  access: { kind: 'public' },
  query: z.object({ store: z.string().max(255).optional() }),
  response: z.object({ url: z.string() }),
  limit: { perMinute: 60, by: 'address' },
});
