import { createHash } from 'node:crypto';
import { asStoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readLiveKey, revokeApiKeys } from '#app/features/api-keys/api-keys.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { equalBytes, hashToken, randomToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isOwnResource } from './authorize.service.server.ts';
import { formatToken, LIFETIMES, parseToken, type Token, type TokenKind } from './grant.ts';
import * as repo from './grants.repo.server.ts';

/** An answer of the token endpoint: tokens, or an error by the name that OAuth has for it. */
export type TokenAnswer =
  | {
      access_token: string;
      token_type: 'Bearer';
      expires_in: number;
      refresh_token: string;
      scope: string;
    }
  | { error: 'invalid_request' | 'invalid_grant' | 'invalid_target' | 'unsupported_grant_type' };

const REFUSED = { error: 'invalid_grant' } as const;
const SECRET_BYTES = 32;
const VERIFIER = /^[\w.~-]{43,128}$/;

/** Answers a request for tokens: a code is exchanged once, a refresh token is replaced by each use. */
export async function answerTokenRequest(
  services: Services,
  form: Readonly<Record<string, string | undefined>>,
): Promise<TokenAnswer> {
  const { grant_type: kind, resource } = form;
  if (resource !== undefined && !isOwnResource(services, resource)) return { error: 'invalid_target' };
  if (kind === 'authorization_code') return exchangeCode(services, form);
  if (kind === 'refresh_token') return renew(services, form);
  return { error: kind === undefined ? 'invalid_request' : 'unsupported_grant_type' };
}

type Form = Readonly<Record<string, string | undefined>>;

async function exchangeCode(services: Services, form: Form): Promise<TokenAnswer> {
  const { code, code_verifier: verifier, redirect_uri: redirectUri, client_id: clientId } = form;
  if (!code || !verifier || !redirectUri || !clientId) return { error: 'invalid_request' };
  return withGrant(services, { kind: 'code', text: code }, async (tx, grant, token) => {
    if (!isSecret(token, grant.codeHash)) return REFUSED;
    // A code that comes a second time was copied: what the first one was given ends.
    if (grant.accessHash !== null) return endGrant(services, tx, grant);
    const isRight =
      grant.codeEndsAt > services.clock.now() &&
      grant.clientId === clientId &&
      grant.redirectUri === redirectUri &&
      VERIFIER.test(verifier) &&
      createHash('sha256').update(verifier).digest('base64url') === grant.challenge;
    return isRight ? issueTokens(services, tx, grant, null) : REFUSED;
  });
}

async function renew(services: Services, form: Form): Promise<TokenAnswer> {
  const { refresh_token: text, client_id: clientId } = form;
  if (!text || !clientId) return { error: 'invalid_request' };
  return withGrant(services, { kind: 'refresh', text }, async (tx, grant, token) => {
    if (grant.clientId !== clientId) return REFUSED;
    if (isSecret(token, grant.refreshHash)) return issueTokens(services, tx, grant, grant.refreshHash);
    if (!isSecret(token, grant.oldRefreshHash)) return REFUSED;
    // An answer that was lost is asked for again at once; one that comes later was copied.
    const at = services.clock.now();
    const isLost = grant.refreshedAt !== null && at.getTime() - grant.refreshedAt.getTime() < LIFETIMES.overlapMs;
    return isLost ? issueTokens(services, tx, grant, grant.oldRefreshHash) : endGrant(services, tx, grant);
  });
}

type Work = (tx: SqlTx, grant: repo.StoredGrant, token: Token) => Promise<TokenAnswer>;

/** Works on the grant of a token, alone; a token that is none is refused, and so is one whose key is gone. */
async function withGrant(
  services: Services,
  { kind, text }: { kind: TokenKind; text: string },
  work: Work,
): Promise<TokenAnswer> {
  const token = parseToken(kind, text);
  if (!token) return REFUSED;
  return services.db.fast(marketplaceScope(asStoreId(token.storeId)), async (tx) => {
    const grant = await repo.lockGrant(tx, token.grantId);
    return grant ? work(tx, grant, token) : REFUSED;
  });
}

const isSecret = ({ secret }: Token, hash: string | null): boolean =>
  hash !== null && equalBytes(Buffer.from(hashToken(secret)), Buffer.from(hash));

async function issueTokens(
  services: Services,
  tx: SqlTx,
  grant: repo.StoredGrant,
  oldRefreshHash: string | null,
): Promise<TokenAnswer> {
  const { storeId } = tx.scope;
  const at = services.clock.now();
  const key = await readLiveKey(tx, { id: grant.keyId, vendorId: grant.vendorId, at });
  if (!key) return REFUSED;
  const [access, refresh] = [randomToken(SECRET_BYTES), randomToken(SECRET_BYTES)];
  await repo.writeTokens(tx, grant.id, {
    at,
    accessHash: hashToken(access),
    accessEndsAt: new Date(at.getTime() + LIFETIMES.accessMs),
    refreshHash: hashToken(refresh),
    oldRefreshHash,
  });
  const row = { storeId, grantId: grant.id };
  return {
    access_token: formatToken('access', { ...row, secret: access }),
    token_type: 'Bearer',
    expires_in: LIFETIMES.accessMs / 1000,
    refresh_token: formatToken('refresh', { ...row, secret: refresh }),
    scope: key.scopes.join(' '),
  };
}

/** Revokes the key of a grant of which something was used twice. */
async function endGrant(services: Services, tx: SqlTx, { keyId, vendorId }: repo.StoredGrant): Promise<TokenAnswer> {
  const actor = { kind: 'system', id: 'assistants', name: '', role: 'system' } as const;
  const at = services.clock.now();
  const key = await readLiveKey(tx, { id: keyId, vendorId, at });
  if (key) await revokeApiKeys(tx, { vendorId, actor, at, id: keyId });
  return REFUSED;
}

/** The key that an access token asks by; undefined for one that is made up, has ended or was renewed. */
export async function findKeyOfToken(
  services: Services,
  text: string,
): Promise<{ storeId: bigint; keyId: bigint } | undefined> {
  const token = parseToken('access', text);
  if (!token) return undefined;
  const grant = await services.db.fast(marketplaceScope(asStoreId(token.storeId)), (tx) =>
    repo.findGrant(tx, token.grantId),
  );
  const isLive = grant?.accessEndsAt != null && grant.accessEndsAt > services.clock.now();
  return grant && isLive && isSecret(token, grant.accessHash)
    ? { storeId: token.storeId, keyId: grant.keyId }
    : undefined;
}
