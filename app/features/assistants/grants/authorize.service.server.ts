import { AppError, invalidInput } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { allowedScopes, can, permissionRefusal, scopeOf } from '#app/core/viewer.ts';
import { suggestScopes } from '#app/features/api-keys/api-key.ts';
import { listScopes } from '#app/features/api-keys/key-scopes.ts';
import { createApiKey } from '#app/features/api-keys/api-keys.service.server.ts';
import { makesTestKeys, parseApiKey } from '#app/features/api-keys/key-form.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { hashToken, randomToken } from '#app/server/crypto.server.ts';
import { ASSISTANT_PATH } from '../assistant.ts';
import type { AuthorizationForm, AuthorizationPage, AuthorizationQuery } from './authorization.contract.ts';
import { readClient } from './client-document.service.server.ts';
import { formatToken, GRANT_DAYS, LIFETIMES, readScopes } from './grant.ts';
import * as repo from './grants.repo.server.ts';

const SECRET_BYTES = 32;
/** Names of keys are no longer than this. */
const MAX_KEY_NAME = 60;

/**
 * What somebody is asked to allow an assistant. Throws feature_disabled (404), missing_permission (403) without the right to make
 * keys, invalid_input (422) for an assistant that nothing describes.
 */
export async function readAuthorization(ctx: Ctx, query: AuthorizationQuery): Promise<AuthorizationPage> {
  const owner = await requireAuthorizer(ctx, query);
  const { redirect_uri: redirectUri, client_id: clientId } = query;
  const { host, name } = await readClient(ctx, { clientId, redirectUri });
  const allowed = allowedScopes(listScopes(owner), ctx.viewer.permissions);
  const requested = readScopes(query.scope).filter((scope) => allowed.includes(scope));
  return {
    vendor: owner === null ? ctx.viewer.store.name : ctx.viewer.vendorName,
    host,
    name,
    sentTo: new URL(redirectUri).host,
    days: GRANT_DAYS,
    allowed,
    requested: requested.length > 0 ? requested : suggestScopes(allowed, { isVendor: owner !== null }),
  };
}

/** Whose assistant somebody may allow: the vendor's, or in the marketplace view the marketplace's own (null). */
async function requireAuthorizer(ctx: Ctx, { resource }: AuthorizationQuery): Promise<bigint | null> {
  const { viewer } = ctx;
  const { integrations } = await ctx.db.fast(scopeOf(viewer), readSwitches);
  if (!integrations) throw new AppError('feature_disabled');
  if (!can(viewer, 'write_integrations')) throw permissionRefusal(viewer, 'write_integrations');
  if (resource !== undefined && !isOwnResource(ctx, resource))
    throw invalidInput([{ path: 'resource', rule: 'not_an_option', message: rule('not_an_option') }]);
  return viewer.vendorScope === '*' ? null : viewer.vendorScope;
}

/** Whether a resource that a token is asked for is this one (RFC 8707). */
export const isOwnResource = ({ env }: Pick<Ctx, 'env'>, resource: string): boolean =>
  resource === new URL(ASSISTANT_PATH, env.SHOPIFY_APP_URL).href;

/**
 * Makes the key by which an assistant acts, in the name of whoever allows it, and answers where they are sent with the code, or with
 * their refusal. The key is named by the assistant's host, stands among the vendor's others and is revoked there. Throws like
 * `readAuthorization`, and invalid_state (409) where there are too many keys.
 */
export async function answerAuthorization(
  ctx: Ctx,
  { query, isAllowed, scopes }: AuthorizationForm,
): Promise<{ url: string }> {
  const vendorId = await requireAuthorizer(ctx, query);
  const { redirect_uri: redirectUri, client_id: clientId, state } = query;
  const { host } = await readClient(ctx, { clientId, redirectUri });
  const sendBack = (answer: Record<string, string>): { url: string } => {
    const url = new URL(redirectUri);
    const iss = new URL(ctx.env.SHOPIFY_APP_URL).origin;
    for (const [name, value] of Object.entries({ ...answer, ...(state === undefined ? {} : { state }), iss }))
      url.searchParams.set(name, value);
    return { url: url.href };
  };
  if (!isAllowed) return sendBack({ error: 'access_denied' });
  const at = ctx.clock.now();
  const secret = randomToken(SECRET_BYTES);
  const grantId = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const key = await createApiKey(tx, {
      vendorId,
      viewer: ctx.viewer,
      isTest: makesTestKeys(ctx.env),
      at,
      request: { name: host.slice(0, MAX_KEY_NAME), scopes, expiresInDays: GRANT_DAYS, networks: [] },
    });
    return repo.insertGrant(tx, {
      vendorId,
      // Nobody is told the key itself: the assistant asks by tokens that end.
      keyId: parseApiKey(key)?.id ?? 0n,
      clientId,
      redirectUri,
      challenge: query.code_challenge,
      codeHash: hashToken(secret),
      codeEndsAt: new Date(at.getTime() + LIFETIMES.codeMs),
      createdAt: at,
    });
  });
  return sendBack({ code: formatToken('code', { storeId: ctx.viewer.store.id, grantId, secret }) });
}
