import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import { KEY_SCOPES, type KeyScope } from '#app/core/viewer.ts';
import { isClientId, isRedirectAddress, MAX_ADDRESS, MAX_STATE } from './grant.ts';

const address = z.string().max(MAX_ADDRESS, rule('max_characters', { maximum: MAX_ADDRESS }));

/** What an assistant asks for in the address that it sends somebody to (OAuth 2.1). */
export const authorizationQuery = z.object({
  response_type: z.literal('code'),
  client_id: address.refine(isClientId, rule('https_url')),
  redirect_uri: address.refine(isRedirectAddress, rule('valid_url')),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  state: z
    .string()
    .max(MAX_STATE, rule('max_characters', { maximum: MAX_STATE }))
    .optional(),
  scope: z
    .string()
    .max(MAX_STATE, rule('max_characters', { maximum: MAX_STATE }))
    .default(''),
  resource: address.optional(),
});
export type AuthorizationQuery = z.output<typeof authorizationQuery>;

/** What somebody answers: with which scopes, or not at all. */
export const authorizationForm = z.object({
  query: authorizationQuery,
  isAllowed: z.boolean(),
  scopes: z.array(z.enum(KEY_SCOPES)).max(KEY_SCOPES.length),
});
export type AuthorizationForm = z.output<typeof authorizationForm>;

/** What the page says of the assistant that asks. */
export type AuthorizationPage = {
  vendor: string;
  /** Whose document describes it, and where whoever allows it is sent. */
  host: string;
  sentTo: string;
  /** As it calls itself; nobody vouches for that. */
  name: string;
  days: number;
  requested: KeyScope[];
  allowed: KeyScope[];
};
