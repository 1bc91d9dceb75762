import { z } from 'zod';
import { COUNTRIES } from '#app/core/countries.ts';
import { isEmailAddress } from '#app/core/text/email-address.ts';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { ACCOUNT_STATES, PHASES, readHandle, RECEIVER_TYPES } from './payout-method.ts';

/** PayPal takes no longer receiver. */
const MAX_RECEIVER = 127;

export const stripeRegistration = z.object({
  email: emailAddress,
  country: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => COUNTRIES.includes(code), { error: rule('required_field') }),
});
export type StripeRegistration = z.output<typeof stripeRegistration>;

export const paypalRegistration = z
  .object({
    emailOrVenmo: z.string().trim().min(1, rule('required_field')).max(MAX_RECEIVER),
    type: z.enum(RECEIVER_TYPES),
  })
  .superRefine(({ emailOrVenmo, type }, ctx) => {
    if (type === 'EMAIL' && !isEmailAddress(emailOrVenmo))
      ctx.addIssue({
        code: 'custom',
        path: ['emailOrVenmo'],
        message: rule('valid_email'),
      });
    if (type === 'USER_HANDLE' && readHandle(emailOrVenmo) === undefined)
      ctx.addIssue({
        code: 'custom',
        path: ['emailOrVenmo'],
        message: rule('venmo_handle'),
      });
  });
export type PaypalRegistration = z.output<typeof paypalRegistration>;

export const stripeAccountDto = z.object({
  accountId: z.string(),
  state: z.enum(ACCOUNT_STATES),
  country: z.string(),
  email: z.string(),
  due: z.array(z.string()).meta({ description: 'What Stripe still asks of the vendor, by Stripe’s names' }),
  checkedAt: timeDto,
  isStale: z.boolean().meta({ description: 'Stripe did not answer: this is what it said last' }),
});

export const payoutMethodDto = z.object({
  kind: z.enum(['stripe', 'paypal']).nullable().meta({ description: 'The one way in which the vendor will be paid' }),
  phase: z.enum(PHASES).nullable().meta({ description: 'What the way needs next; null where there is none' }),
  detailsChangedAt: timeDto.nullable(),
  waitsForApproval: z.object({ invitedBy: z.string() }).nullable().meta({
    description: 'Whoever set it was brought in by this admin lately: another person who may pay out looks at it first',
  }),
  mayChange: z.boolean().meta({ description: 'Those who lead the vendor change it; nobody else does' }),
  stripe: z.object({
    isOffered: z.boolean(),
    isTestKey: z.boolean(),
    countries: z
      .array(z.string())
      .meta({ description: 'Where accounts can be paid from the marketplace’s own country' }),
    account: stripeAccountDto.nullable().meta({ description: 'Of the platform and mode that the key is for' }),
  }),
  paypal: z.object({
    isOffered: z.boolean(),
    isSandbox: z.boolean(),
    takesVenmo: z.boolean(),
    receiver: z.string(),
    type: z.enum(RECEIVER_TYPES).nullable(),
  }),
});
export type PayoutMethodView = z.infer<typeof payoutMethodDto>;

const access = { kind: 'vendor', permission: 'read_finance' } as const;
const link = z.object({ url: z.string().meta({ description: 'Opens once, within minutes' }) });
const limit = { perMinute: 30, by: 'viewer' } as const;
const refusals = ['invalid_state', 'missing_permission', 'provider_failed'] as const;

export const readPayoutMethodEndpoint = endpoint({
  name: 'payoutMethods.read',
  method: 'GET',
  path: '/payout/register',
  summary: 'How the vendor will be paid, and in which ways it could be',
  access,
  response: payoutMethodDto,
  errors: ['invalid_state'],
  limit,
});

export const approveDestinationBody = z.strictObject({ detailsChangedAt: z.iso.datetime() });
export const approveDestinationEndpoint = endpoint({
  name: 'payoutMethods.approve',
  method: 'POST',
  path: '/payout/register/{vendorId}/approve',
  summary: 'Releases a destination that waits for another person than the admin who brought in whoever set it',
  access: { kind: 'admin' },
  params: z.object({ vendorId: idSchema }),
  body: approveDestinationBody,
  response: payoutMethodDto,
  errors: ['missing_permission', 'not_found', 'conflict', 'invalid_state'],
  limit,
});

export const removePayoutMethodEndpoint = endpoint({
  name: 'payoutMethods.remove',
  method: 'DELETE',
  path: '/payout/register',
  summary: 'Takes the way away in which the vendor will be paid. Its account at Stripe stays noted',
  access,
  response: payoutMethodDto,
  errors: refusals,
  limit,
});

export const registerStripeEndpoint = endpoint({
  name: 'stripe.register',
  method: 'POST',
  path: '/stripe/register',
  summary: 'The vendor will be paid by Stripe, in the place of any other way; an account is made for it there',
  access,
  body: stripeRegistration,
  response: payoutMethodDto,
  errors: ['invalid_input', ...refusals],
  limit,
});

export const onboardStripeEndpoint = endpoint({
  name: 'stripe.onboard',
  method: 'POST',
  path: '/stripe/onboard',
  summary: 'The page of Stripe that asks the vendor what is missing',
  access,
  response: link,
  errors: refusals,
  limit,
});

export const openStripeDashboardEndpoint = endpoint({
  name: 'stripe.dashboard',
  method: 'POST',
  path: '/stripe/dashboard',
  summary: 'The vendor’s own dashboard at Stripe',
  access,
  response: link,
  errors: refusals,
  limit,
});

export const openStripeSessionEndpoint = endpoint({
  name: 'stripe.session',
  method: 'GET',
  path: '/stripe/session',
  summary: 'A session of Stripe’s embedded parts, for the vendor’s own browser',
  access,
  response: z.object({ clientSecret: z.string(), expiresAt: timeDto, isTestKey: z.boolean() }),
  errors: refusals,
  limit,
});

export const readStripeAccountEndpoint = endpoint({
  name: 'stripe.account',
  method: 'GET',
  path: '/stripe/account',
  summary: 'The vendor’s account at Stripe, as it is there at this moment; null where it has none',
  access,
  response: z.object({ account: stripeAccountDto.nullable() }),
  errors: ['invalid_state'],
  limit,
});

export const registerPaypalEndpoint = endpoint({
  name: 'paypal.register',
  method: 'POST',
  path: '/paypal/register',
  summary: 'The vendor will be paid by PayPal or Venmo, in the place of any other way',
  access,
  body: paypalRegistration,
  response: payoutMethodDto,
  errors: ['invalid_input', ...refusals],
  limit,
});
