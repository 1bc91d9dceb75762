import { DAY_MS, MINUTE_MS } from '#app/core/durations.ts';
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
import { equalBytes, hashToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isInNetworks } from '#app/server/networks.server.ts';
import { computeExpiry, isExpired, MAX_KEYS, type ExpiryDays } from './api-key.ts';
import { DEFAULT_SCOPES, defaultScopes, listScopes } from './key-scopes.ts';
import * as repo from './api-keys.repo.server.ts';
import { formatApiKey, parseApiKey, randomSecret, toHint } from './key-form.server.ts';

/** The same call from the same address is written as the last use at most once in this time. */
const USE_EVERY_MS = MINUTE_MS;
/** For so long a replaced key works beside the new one. */
const OVERLAP_MS = DAY_MS;

export type ApiKey = Omit<repo.StoredKey, 'hash' | 'vendorId' | 'scopes'> & { scopes: readonly KeyScope[] };

/** What a key was given; one from before there were scopes has those that cost no money. */
const resolveScopes = ({ scopes }: Pick<repo.StoredKey, 'scopes'>): readonly KeyScope[] => scopes ?? DEFAULT_SCOPES;

/** The vendor's keys, or the marketplace's (null), that are kept at a moment, expired ones among them, without what opens anything. */
export async function listApiKeys(tx: SqlTx, vendorId: bigint | null, at: Date): Promise<ApiKey[]> {
  const rows = await repo.listKeys(tx, vendorId, at);
  return rows.map((row) => {
    const { hash: _hash, vendorId: _vendor, ...key } = row;
    return { ...key, scopes: resolveScopes(row) };
  });
}

/** How many keys in force each vendor within the scope has. */
export const countApiKeys = repo.countKeys;

/**
 * The scopes of a key that somebody makes: those chosen with what they need, or, where none are named, those of the default that
 * its maker may give. Throws missing_permission (403) for a chosen one beyond the maker's own rights, invalid_input (422) for none
 * and for one that no key of this owner can have.
 */
function chooseScopes({ viewer, vendorId }: Making, chosen: readonly KeyScope[] | undefined): KeyScope[] {
  const scopes =
    chosen === undefined ? allowedScopes(defaultScopes(vendorId), viewer.permissions) : completeScopes(chosen);
  const possible = listScopes(vendorId);
  if (scopes.some((scope) => !possible.includes(scope)))
    throw invalidInput([{ path: 'scopes', rule: 'not_an_option', message: rule('not_an_option') }]);
  for (const scope of scopes) {
    const lacking = requiredPermissions(scope).find((permission) => !can(viewer, permission));
    if (lacking) throw permissionRefusal(viewer, lacking);
  }
  if (scopes.length === 0) throw invalidInput([{ path: 'scopes', rule: 'required', message: rule('required_field') }]);
  return scopes;
}

/** What somebody says of a key that is made. */
export type KeyRequest = {
  name: string;
  scopes: readonly KeyScope[] | undefined;
  expiresInDays: ExpiryDays | null;
  networks: readonly string[];
};

type Making = { vendorId: bigint | null; viewer: Viewer; isTest: boolean; at: Date };

/**
 * Makes a key in the name of whoever asks. What it returns is nowhere kept and cannot be read again. Throws missing_permission
 * (403) for a scope that its maker may not give, invalid_state (409) where there are too many.
 */
export async function createApiKey(tx: SqlTx, o: Making & { request: KeyRequest }): Promise<string> {
  const { vendorId, viewer, at } = o;
  const { name, expiresInDays, networks } = o.request;
  const scopes = chooseScopes(o, o.request.scopes);
  await repo.lockKeys(tx, vendorId);
  requirePlace(await repo.listKeys(tx, vendorId, at));
  const { key } = await insertNew(tx, o, { name, scopes, expiryDays: expiresInDays, networks, replacesId: null });
  await recordAudit(tx, [
    toAudit({ vendorId, actor: viewer.actor, at }, 'api_key.created', {
      title: ['', name],
      scopes,
      ...(expiresInDays === null ? {} : { expiresInDays }),
      ...(networks.length === 0 ? {} : { networks: [...networks] }),
    }),
  ]);
  return key;
}

/** Throws invalid_state (409) where all keys are there. One that was replaced leaves its place to the new one. */
function requirePlace(keys: readonly repo.StoredKey[]): void {
  if (keys.filter(({ endsAt }) => endsAt === null).length >= MAX_KEYS)
    throw stateRefuses('too_many_keys', { limit: MAX_KEYS });
}

type NewTerms = { name: string; scopes: KeyScope[]; expiryDays: number | null; networks: readonly string[] };

async function insertNew(
  tx: SqlTx,
  { vendorId, viewer, isTest, at }: Making,
  { networks, ...terms }: NewTerms & { replacesId: bigint | null },
): Promise<{ key: string; hint: string; id: bigint }> {
  const secret = randomSecret();
  const id = await repo.takeId(tx);
  const key = formatApiKey({ storeId: tx.scope.storeId, id, secret, isTest });
  const hint = toHint(key);
  await repo.insertKey(tx, id, {
    ...terms,
    vendorId,
    hint,
    hash: hashToken(secret),
    createdBy: viewer.actor.name,
    maker: toStoredMaker(viewer.actor),
    createdAt: at,
    expiresAt: computeExpiry(terms.expiryDays, at),
    networks: networks.length === 0 ? null : [...networks],
  });
  return { key, hint, id };
}

/**
 * Makes a key in the place of another, in the name of whoever asks, with the same name, scopes, expiry and networks. The old one
 * works for a day more, an expired one no longer. Throws not_found (404), missing_permission (403) for a scope that whoever asks may
 * not give, invalid_state (409) where it has a replacement already.
 */
export async function replaceApiKey(tx: SqlTx, o: Making & { id: bigint }): Promise<{ key: string; id: bigint }> {
  const { vendorId, viewer, id, at } = o;
  await repo.lockKeys(tx, vendorId);
  const keys = await repo.listKeys(tx, vendorId, at);
  const old = keys.find((key) => key.id === id);
  if (!old) throw new AppError('not_found');
  if (keys.some(({ replacesId }) => replacesId === id)) throw stateRefuses('key_replaced');
  const scopes = chooseScopes(o, resolveScopes(old));
  requirePlace(keys.filter((key) => key.id !== id));
  const { name, expiryDays } = old;
  const {
    key,
    hint,
    id: newId,
  } = await insertNew(tx, o, {
    name,
    scopes,
    expiryDays,
    networks: old.networks ?? [],
    replacesId: id,
  });
  await repo.endReplaced(tx, id, isExpired(old, at) ? at : new Date(at.getTime() + OVERLAP_MS));
  await recordAudit(tx, [
    toAudit({ vendorId, actor: viewer.actor, at }, 'api_key.replaced', {
      title: [name, name],
      hint: [old.hint, hint],
    }),
  ]);
  return { key, id: newId };
}

type Acting = { vendorId: bigint | null; actor: Actor; at: Date };

const toAudit = ({ vendorId, actor, at }: Acting, action: string, detail: object) => ({
  subject: 'settings' as const,
  subjectId: 'api-keys',
  vendorId,
  action,
  actor,
  at,
  detail,
});

/** Gives keys of a vendor to another maker, whose rights bind them from their next use on. */
export const setKeyMaker = (tx: SqlTx, vendorId: bigint, o: { ids: readonly bigint[]; maker: string }): Promise<void> =>
  repo.setMaker(tx, vendorId, o);

/** Ends one key of a vendor or of the marketplace, or all. The next call with it is refused. One that is not there is not_found (404). */
export async function revokeApiKeys(tx: SqlTx, o: Acting & { id: bigint | null }): Promise<void> {
  const { vendorId, id, at } = o;
  const names = await repo.revokeKeys(tx, vendorId, { id, at });
  if (id !== null && names.length === 0) throw new AppError('not_found');
  await recordAudit(
    tx,
    names.map((name) => toAudit(o, 'api_key.revoked', { title: [name, ''] })),
  );
}

/** A key that is in force, by the actor that it is; what it began in the background goes on only with it. */
export async function findLiveKey(
  services: Pick<Services, 'db' | 'clock'>,
  storeId: StoreId,
  o: { actorId: string; vendorId: bigint | null },
): Promise<{ maker: string | null; scopes: readonly KeyScope[] } | undefined> {
  const id = KEY_ACTOR.exec(o.actorId)?.[1];
  if (id === undefined) return undefined;
  const at = services.clock.now();
  return services.db.fast(marketplaceScope(storeId), (tx) =>
    readLiveKey(tx, { id: BigInt(id), vendorId: o.vendorId, at }),
  );
}

/** The same by its id. */
export async function readLiveKey(
  tx: SqlTx,
  o: { id: bigint; vendorId: bigint | null; at: Date },
): Promise<{ maker: string | null; scopes: readonly KeyScope[] } | undefined> {
  const key = await repo.findKey(tx, o.id, o.at);
  if (!key || key.vendorId !== o.vendorId || isExpired(key, o.at)) return undefined;
  return { maker: key.maker, scopes: resolveScopes(key) };
}

const KEY_ACTOR = /^key:(\d{1,18})$/;
/** Whether an actor, or a stored maker, is a key. */
export const isKeyActor = (actorId: string): boolean => KEY_ACTOR.test(actorId);
/** A key as the actor of what it does. */
export const toKeyActor = (id: bigint): string => `key:${String(id)}`;

export type KeyHolder = {
  storeId: StoreId;
  id: bigint;
  name: string;
  /** Null of the marketplace's own. */
  vendorId: bigint | null;
  maker: string | null;
  scopes: readonly KeyScope[];
};

/** The call that a key is used for: the name of its endpoint, and where it comes from. */
export type KeyCall = { call: string; address: string };

/**
 * Whose key a token is; undefined for one that is made up, revoked, expired, or of a vendor who is gone. Throws feature_disabled
 * (404) while integrations are off, network_not_allowed (403) for a key that may not come from the caller's address.
 */
export async function findKeyHolder(
  services: Services,
  token: string,
  { call, address }: KeyCall,
): Promise<KeyHolder | undefined> {
  const parsed = parseApiKey(token);
  if (!parsed) return undefined;
  const { id, storeId, secret } = parsed;
  return findHolder(services, { id, storeId: asStoreId(storeId) }, { call, address, hash: hashToken(secret) });
}

/** The same of a key that somebody asks by who does not hold it: by a token that stands for it. */
export const findHolderOfKey = (
  services: Services,
  { storeId, keyId }: { storeId: bigint; keyId: bigint },
  use: KeyCall,
): Promise<KeyHolder | undefined> => findHolder(services, { id: keyId, storeId: asStoreId(storeId) }, use);

function findHolder(
  services: Services,
  { id, storeId }: { id: bigint; storeId: StoreId },
  { call, address, hash }: KeyCall & { hash?: string },
): Promise<KeyHolder | undefined> {
  const at = services.clock.now();
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    const key = await repo.findKey(tx, id, at);
    if (!key || isExpired(key, at)) return undefined;
    if (hash !== undefined && !equalBytes(Buffer.from(key.hash), Buffer.from(hash))) return undefined;
    if (!(await readSwitches(tx)).integrations) throw new AppError('feature_disabled');
    if (key.vendorId !== null && (await requireVendorRow(tx, key.vendorId)).deletedAt) return undefined;
    if (key.networks && !isInNetworks(key.networks, address)) throw new AppError('network_not_allowed', { address });
    if (isNewUse(key, { call, address, at })) await repo.recordUse(tx, id, { at, from: address, call });
    return { storeId, id, name: key.name, vendorId: key.vendorId, maker: key.maker, scopes: resolveScopes(key) };
  });
}

/** Whether a use says more than what is kept: another call, another address, or a minute later. */
const isNewUse = (key: repo.StoredKey, { call, address, at }: KeyCall & { at: Date }): boolean =>
  key.lastUsedCall !== call ||
  key.lastUsedFrom !== address ||
  key.lastUsedAt === null ||
  at.getTime() - key.lastUsedAt.getTime() >= USE_EVERY_MS;
