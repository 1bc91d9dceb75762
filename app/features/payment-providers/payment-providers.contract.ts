import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { PROVIDER_REASONS } from '#app/core/provider-problem.ts';
import { doneDto, moneyDto, timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';

const KEY_SIGNS = 32;
const MAX_SIGNS = 255;
/** Of what signs the keys of both providers are made. */
const KEY = /^[\w-]*$/;

export const stripeKeySchema = z.object({
  apiKey: z
    .string()
    .trim()
    .max(MAX_SIGNS)
    .regex(KEY, rule('key_malformed'))
    // A restricted key (rk_) is taken as well: Stripe advises one, and it is tried for the rights that paying needs.
    .regex(/^[sr]k_/, rule('starts_with_sk'))
    .min(KEY_SIGNS),
});

const half = z.string().trim().min(1, rule('required_field')).max(MAX_SIGNS).regex(KEY, rule('key_malformed'));
export const paypalKeySchema = z.object({ clientId: half, clientSecret: half, isSandbox: z.boolean() });

const known = {
  isSet: z.boolean(),
  hint: z.string().meta({ description: 'The last four signs of the key; a key itself is never shown' }),
  savedAt: timeDto.nullable(),
  problem: z
    .enum(PROVIDER_REASONS)
    .nullable()
    .meta({ description: 'What the provider answers to the key at this moment; null where all is well' }),
  receivesEvents: z.boolean().meta({ description: 'Whether the provider tells us what changes there' }),
  heardAt: timeDto.nullable(),
  refusedDeliveries: z
    .number()
    .int()
    .meta({ description: 'Deliveries with a wrong signature since the key was saved' }),
};

/** What an admin sees of the key of Stripe. */
export const stripeStateDto = z.object({
  ...known,
  isTestKey: z.boolean(),
  accountId: z.string(),
  name: z.string(),
  country: z.string(),
  balance: z
    .object({ available: z.array(moneyDto), pending: z.array(moneyDto) })
    .nullable()
    .meta({ description: 'By currency; null where Stripe does not say' }),
});
export type StripeState = z.infer<typeof stripeStateDto>;

/** What an admin sees of the pair of PayPal. */
export const paypalStateDto = z.object({
  ...known,
  isSandbox: z.boolean(),
  mayPayOut: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether PayPal has granted payouts; null where it does not say' }),
});
export type PaypalState = z.infer<typeof paypalStateDto>;

/** Which providers a store has, for everybody who is signed in. */
export const paymentsDto = z.object({
  stripeConnect: z.object({ enabled: z.boolean(), isTestKey: z.boolean() }),
  paypal: z.object({ enabled: z.boolean(), isSandbox: z.boolean() }),
});
export type Payments = z.infer<typeof paymentsDto>;

/** What can be changed of them in the settings object; the mode is the key's and can only be named as it is. */
export const providerChanges = {
  stripeConnect: z.strictObject({ enabled: z.boolean().optional(), isTestKey: z.boolean().optional() }).optional(),
  paypal: z.strictObject({ enabled: z.boolean().optional(), isSandbox: z.boolean().optional() }).optional(),
};
export type ProviderChanges = { [Name in keyof typeof providerChanges]?: z.output<(typeof providerChanges)[Name]> };

const access = { kind: 'admin' } as const;
const limit = { perMinute: 30, by: 'viewer' } as const;
const STRIPE = '/stripe/api-key';
const PAYPAL = '/paypal/admin/api-key';

export const readStripeKeyEndpoint = endpoint({
  name: 'stripe.readKey',
  method: 'GET',
  path: STRIPE,
  summary: 'Whether the marketplace has a key of Stripe, for which account, and what can be transferred',
  access,
  response: stripeStateDto,
  limit,
});

export const saveStripeKeyEndpoint = endpoint({
  name: 'stripe.saveKey',
  method: 'PUT',
  path: STRIPE,
  summary: 'Keeps a secret key of Stripe, sealed, once Stripe has taken it; Stripe then tells of what changes there',
  access,
  body: stripeKeySchema,
  response: stripeStateDto,
  errors: ['missing_permission', 'invalid_input', 'invalid_state', 'provider_failed'],
  limit,
});

export const deleteStripeKeyEndpoint = endpoint({
  name: 'stripe.deleteKey',
  method: 'DELETE',
  path: STRIPE,
  summary: 'Forgets the key of Stripe. Accounts of vendors stay noted, for when the same account is connected again',
  access,
  response: doneDto,
  limit,
});

export const readPaypalKeyEndpoint = endpoint({
  name: 'paypal.readKey',
  method: 'GET',
  path: PAYPAL,
  summary:
    'Whether the marketplace has credentials of PayPal, for which of its worlds, and whether payouts are granted',
  access,
  response: paypalStateDto,
  limit,
});

export const savePaypalKeyEndpoint = endpoint({
  name: 'paypal.saveKey',
  method: 'PUT',
  path: PAYPAL,
  summary: 'Keeps a pair of credentials of PayPal, sealed, once PayPal has taken it in the world that it is for',
  access,
  body: paypalKeySchema,
  response: paypalStateDto,
  errors: ['missing_permission', 'invalid_input', 'invalid_state', 'provider_failed'],
  limit,
});

export const deletePaypalKeyEndpoint = endpoint({
  name: 'paypal.deleteKey',
  method: 'DELETE',
  path: PAYPAL,
  summary: 'Forgets the credentials of PayPal. What vendors entered stays noted',
  access,
  response: doneDto,
  limit,
});
