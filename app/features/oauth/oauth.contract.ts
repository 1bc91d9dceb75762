import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { shopDomain } from '#app/platform/identity/auth/auth.contract.ts';

/** Over the platform: the store's own people sign in (`marketplace`), or a seller's own store connects (`seller`). */
export const FLOW_NAMES = ['marketplace', 'seller'] as const;
/** Any other name is not found. */
const flowParams = z.object({ name: z.string().max(40) });

export const startOAuthSchema = z.object({
  /** The seller's own store. */
  shop: shopDomain.optional(),
  /** Who connects it, from `auth/request-token-seller`: the platform's pages leave our site, and a frame has no cookies there. */
  token: z.string().min(1, rule('required_field')).max(2000).optional(),
  /** The page of the portal to go on to. */
  next: z.string().max(2000).optional(),
});
export type StartOAuthInput = z.output<typeof startOAuthSchema>;

/** What the platform sends the browser back with; it signs everything, also what it may add one day. */
export const finishOAuthSchema = z.looseObject({
  code: z.string().min(1, rule('required_field')).max(500),
  hmac: z.string().length(64),
  host: z.string().max(500).optional(),
  shop: shopDomain,
  state: z.string().min(1, rule('required_field')).max(200),
  timestamp: z.string().regex(/^\d{1,12}$/),
});

export const startOAuthEndpoint = endpoint({
  name: 'auth.startOAuth',
  method: 'GET',
  path: '/auth/{name}/request',
  summary: 'Begin a way over the platform: its address, and the cookie that binds the way back to this browser',
  access: { kind: 'public' },
  params: flowParams,
  query: startOAuthSchema,
  response: z.object({ url: z.string() }).meta({ id: 'FlowAddress' }),
  errors: ['not_signed_in', 'way_refused'],
  limit: { perMinute: 30, by: 'address' },
});

export const finishOAuthEndpoint = endpoint({
  name: 'auth.finishOAuth',
  method: 'GET',
  path: '/auth/{name}/confirm',
  summary: 'The way back from the platform: state, signature and time are checked before anything else',
  access: { kind: 'public' },
  params: flowParams,
  query: finishOAuthSchema,
  response: z.object({ url: z.string() }).meta({ id: 'FlowEnd' }),
  errors: ['not_signed_in', 'way_refused', 'platform_failed'],
  limit: { perMinute: 30, by: 'address' },
});

export const sellerTokenEndpoint = endpoint({
  name: 'auth.sellerToken',
  method: 'GET',
  path: '/auth/request-token-seller',
  summary: "What `auth/seller/request` takes to connect the vendor's own store; good for ten minutes",
  access: { kind: 'vendor', permission: 'write_integrations' },
  response: z.object({ token: z.string() }).meta({ id: 'SellerToken' }),
  errors: ['invalid_state', 'missing_permission'],
});
