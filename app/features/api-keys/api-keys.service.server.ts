import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { asStoreId, type StoreId } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import {
  can,
  marketplaceScope,
  permissionRefusal,
  type Actor,
  type Viewer,
  allowedScopes,
  completeScopes,
  requiredPermissions,
  type KeyScope,
} from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { toStoredMaker } from '#app/features/delegation/maker.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { equalBytes, hashToken, randomToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { formatApiKey, toHint, MAX_CALLS_A_MINUTE, MAX_KEYS, parseApiKey, DEFAULT_SCOPES } from './api-key.ts';
import * as repo from './api-keys.repo.server.ts';

const SECRET_BYTES = 32;
const MINUTE_SECONDS = 60;
/** The last use is written at most once in this time. */
const USE_EVERY_MS = 5 * MINUTE_MS;

export type ApiKey = Omit<repo.StoredKey, 'hash' | 'vendorId' | 'scopes'> & { scopes: readonly KeyScope[] };

/** What a key was given; one from before there were scopes has those that cost no money. */
const resolveScopes = ({ scopes }: Pick<repo.StoredKey, 'scopes'>): readonly KeyScope[] => scopes ?? DEFAULT_SCOPES;

/** The vendor's keys that were not revoked, without what opens anything. */
export async function listApiKeys(tx: SqlTx, vendorId: bigint): Promise<ApiKey[]> {
  const rows = await repo.listKeys(tx, vendorId);
  return rows.map((row) => {
    const { hash: _hash, vendorId: _vendor, ...key } = row;
    return { ...key, scopes: resolveScopes(row) };
  });
}

/** How many keys in force each vendor within the scope has. */
export const countApiKeys = repo.countKeys;

/**
 * The scopes of a key that somebody makes: those chosen with what they need, or, where none are named, those of the default that
 * its maker may give. Throws missing_permission (403) for a chosen one beyond the maker's own rights, invalid_input (422) for none.
 */
function chooseScopes(viewer: Viewer, chosen: readonly KeyScope[] | undefined): KeyScope[] {
  const scopes = chosen === undefined ? allowedScopes(DEFAULT_SCOPES, viewer.permissions) : completeScopes(chosen);
  for (const scope of scopes) {
    const lacking = requiredPermissions(scope).find((permission) => !can(viewer, permission));
    if (lacking) throw permissionRefusal(viewer, lacking);
  }
  if (scopes.length === 0) throw invalidInput([{ path: 'scopes', rule: 'required', message: rule('required_field') }]);
  return scopes;
}

/**
 * Makes a key in the name of whoever asks. What it returns is nowhere kept and cannot be read again. Throws missing_permission
 * (403) for a scope that its maker may not give, invalid_state (409) where there are too many.
 */
export async function createApiKey(
  tx: SqlTx,
  o: { vendorId: bigint; name: string; scopes: readonly KeyScope[] | undefined; viewer: Viewer; at: Date },
): Promise<string> {
  const { vendorId, name, viewer, at } = o;
  const { actor } = viewer;
  const scopes = chooseScopes(viewer, o.scopes);
  await repo.lockKeys(tx, vendorId);
  if ((await repo.listKeys(tx, vendorId)).length >= MAX_KEYS) throw stateRefuses('too_many_keys', { limit: MAX_KEYS });
  const secret = randomToken(SECRET_BYTES);
  const id = await repo.insertKey(tx, {
    vendorId,
    name,
    scopes,
    hint: toHint(secret),
    hash: hashToken(secret),
    createdBy: actor.name,
    maker: toStoredMaker(actor),
    createdAt: at,
  });
  await recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'api-keys',
      vendorId,
      action: 'api_key.created',
      actor,
      at,
      detail: { title: ['', name], scopes },
    },
  ]);
  return formatApiKey({ storeId: tx.scope.storeId, id, secret });
}

/** Gives keys of a vendor to another maker, whose rights bind them from their next use on. */
export const setKeyMaker = (tx: SqlTx, vendorId: bigint, o: { ids: readonly bigint[]; maker: string }): Promise<void> =>
  repo.setMaker(tx, vendorId, o);

/** Ends one key of a vendor, or all. The next call with it is refused. One that is not there is not_found (404). */
export async function revokeApiKeys(
  tx: SqlTx,
  o: { vendorId: bigint; id: bigint | null; actor: Actor; at: Date },
): Promise<void> {
  const { vendorId, id, actor, at } = o;
  const names = await repo.revokeKeys(tx, vendorId, { id, at });
  if (id !== null && names.length === 0) throw new AppError('not_found');
  await recordAudit(
    tx,
    names.map((name) => ({
      subject: 'settings' as const,
      subjectId: 'api-keys',
      vendorId,
      action: 'api_key.revoked',
      actor,
      at,
      detail: { title: [name, ''] },
    })),
  );
}

/** A key of a vendor that was not revoked, by the actor that it is; what it began in the background goes on only with it. */
export async function findLiveKey(
  services: Pick<Services, 'db'>,
  storeId: StoreId,
  o: { actorId: string; vendorId: bigint },
): Promise<{ maker: string | null; scopes: readonly KeyScope[] } | undefined> {
  const id = KEY_ACTOR.exec(o.actorId)?.[1];
  if (id === undefined) return undefined;
  const key = await services.db.fast(marketplaceScope(storeId), (tx) => repo.findKey(tx, BigInt(id)));
  return key?.vendorId === o.vendorId ? { maker: key.maker, scopes: resolveScopes(key) } : undefined;
}

const KEY_ACTOR = /^key:(\d{1,18})$/;

export type KeyHolder = {
  storeId: StoreId;
  id: bigint;
  name: string;
  vendorId: bigint;
  maker: string | null;
  scopes: readonly KeyScope[];
};

/**
 * Whose key a token is; undefined for one that is made up, revoked, or of a vendor who is gone. Each use counts against the key's
 * own limit. Throws feature_disabled (404) while integrations are off, rate_limited (429).
 */
export async function findKeyHolder(services: Services, token: string): Promise<KeyHolder | undefined> {
  const parsed = parseApiKey(token);
  if (!parsed) return undefined;
  const { id, secret } = parsed;
  const storeId = asStoreId(parsed.storeId);
  const at = services.clock.now();
  const holder = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const key = await repo.findKey(tx, id);
    if (!key || !equalBytes(Buffer.from(key.hash), Buffer.from(hashToken(secret)))) return undefined;
    if (!(await readSwitches(tx)).integrations) throw new AppError('feature_disabled');
    const vendor = await requireVendorRow(tx, key.vendorId);
    if (vendor.deletedAt) return undefined;
    await repo.recordUse(tx, id, { at, before: new Date(at.getTime() - USE_EVERY_MS) });
    return { storeId, id, name: key.name, vendorId: vendor.id, maker: key.maker, scopes: resolveScopes(key) };
  });
  if (holder) await services.limits.hit(`api-key|${storeId}|${id}`, MAX_CALLS_A_MINUTE, MINUTE_SECONDS);
  return holder;
}
