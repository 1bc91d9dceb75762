import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { amountIssue, asCurrency, formatAmount, readAmount, type Currency } from '#app/core/money/money.ts';
import { can, permissionRefusal, scopeOf, type Locale, type Viewer, allowedScopes } from '#app/core/viewer.ts';
import { isExpired } from '#app/features/api-keys/api-key.ts';
import { listScopes } from '#app/features/api-keys/key-scopes.ts';
import {
  createApiKey,
  listApiKeys,
  replaceApiKey,
  revokeApiKeys,
  toKeyActor,
  type ApiKey,
} from '#app/features/api-keys/api-keys.service.server.ts';
import { makesTestKeys } from '#app/features/api-keys/key-form.server.ts';
import { moveEndpointsOfKey } from '#app/features/webhook-endpoints/endpoint-makers.service.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isJobRunning } from '#app/server/scheduled-jobs.server.ts';
import { DEFAULT_SETTINGS, formatFactor, parseFactor, SYNC_OUTCOMES, type SyncSettings } from './connection.ts';
import type { ApiKeyDto, IntegrationKeysDto, OwnStoreDto, RevokeInput, SaveKeysInput } from './connections.contract.ts';
import * as repo from './connections.repo.server.ts';
import { countDifferences } from '../differences/differences-count.service.server.ts';
import { grantsOrders, ORDER_PERMISSIONS } from '../store-orders/schedule-orders.service.server.ts';
import { countStoreOrders } from '../store-orders/store-order-counts.service.server.ts';
import { scheduleStoreSync, STORE_SYNC } from './schedule-sync.service.server.ts';

/** The vendor's keys, its own store and how that is synced; in the marketplace view its keys. Throws feature_disabled (404). */
export function readKeys(ctx: Ctx): Promise<IntegrationKeysDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => readWith(ctx, tx, null));
}

async function readWith(ctx: Ctx, tx: SqlTx, key: string | null): Promise<IntegrationKeysDto> {
  await requireIntegrations(tx);
  const { viewer } = ctx;
  const vendorId = viewer.vendorScope;
  const isVendor = vendorId !== '*';
  const currency = asCurrency(viewer.store.currency);
  const settings = isVendor ? await readSettings(tx, vendorId, currency) : { ...DEFAULT_SETTINGS, currency };
  const now = ctx.clock.now();
  const owner = findOwner(viewer);
  return {
    isVendor,
    canEdit: can(viewer, 'write_integrations'),
    canChangeOrders: isVendor && ORDER_PERMISSIONS.every((permission) => can(viewer, permission)),
    canChangeProducts: isVendor && can(viewer, 'write_products'),
    currency,
    key,
    additionalCost: formatAmount(settings.additionalCostMinor, currency),
    additionalFactor: formatFactor(settings.additionalFactor),
    skipPriceUpdate: settings.skipPriceUpdate,
    skipContentUpdate: settings.skipContentUpdate,
    allowedScopes: allowedScopes(listScopes(owner), viewer.permissions),
    keys: toKeyDtos(await listApiKeys(tx, owner, now), now),
    store: isVendor ? await readStore(tx, vendorId, now) : null,
  };
}

/** Whose keys somebody sees and makes: the vendor's, or in the marketplace view the marketplace's own (null). */
const findOwner = ({ vendorScope }: Viewer): bigint | null => (vendorScope === '*' ? null : vendorScope);

function toKeyDtos(keys: readonly ApiKey[], now: Date): ApiKeyDto[] {
  const replaced = new Set(keys.map(({ replacesId }) => replacesId));
  return keys.map((key) => ({
    id: String(key.id),
    name: key.name,
    hint: key.hint,
    createdBy: key.createdBy,
    scopes: [...key.scopes],
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: key.lastUsedFrom,
    lastUsedCall: key.lastUsedCall,
    expiresInDays: key.expiryDays,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    isExpired: isExpired(key, now),
    networks: key.networks ?? [],
    endsAt: key.endsAt?.toISOString() ?? null,
    canBeReplaced: !replaced.has(key.id),
  }));
}

/** Throws feature_disabled (404) while the marketplace has no integrations. */
export async function requireIntegrations(tx: SqlTx): Promise<void> {
  if (!(await readSwitches(tx)).integrations) throw new AppError('feature_disabled');
}

async function readSettings(tx: SqlTx, vendorId: bigint, currency: Currency): Promise<SyncSettings> {
  return (await repo.findSettings(tx, vendorId)) ?? { ...DEFAULT_SETTINGS, currency };
}

async function readStore(tx: SqlTx, vendorId: bigint, now: Date): Promise<OwnStoreDto | null> {
  const found = await repo.findConnection(tx, vendorId);
  if (!found) return null;
  const counts = new Map((await repo.countSynced(tx, vendorId)).map(({ outcome, count }) => [outcome, count]));
  return {
    kind: found.kind,
    shop: found.shop,
    state: found.state,
    problem: found.problem,
    connectedBy: found.connectedName,
    connectedAt: found.connectedAt.toISOString(),
    syncedAt: found.syncedAt?.toISOString() ?? null,
    nextAt: found.nextAt?.toISOString() ?? null,
    isRunning: await isSyncRunning(tx, found, now),
    products: Object.fromEntries(
      SYNC_OUTCOMES.map((outcome) => [outcome, counts.get(outcome) ?? 0]),
    ) as OwnStoreDto['products'],
    differences: await countDifferences(tx, vendorId),
    placesOrders: found.ordersSince !== null,
    grantsOrders: grantsOrders(found.scopes),
    orders: await countStoreOrders(tx, vendorId),
  };
}

/** Whether a sync of a store runs; one whose time has come is about to begin. */
export async function isSyncRunning(
  tx: SqlTx,
  { nextAt, vendorId }: Pick<repo.StoredConnection, 'nextAt' | 'vendorId'>,
  now: Date,
): Promise<boolean> {
  return (nextAt !== null && nextAt <= now) || isJobRunning(tx, STORE_SYNC, `${vendorId}:`);
}

/** Throws invalid_state (409) in the marketplace view, which has no integration of its own. */
export function requireVendor({ viewer }: Ctx): bigint {
  if (viewer.vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  return viewer.vendorScope;
}

/**
 * Saves what is sent of the settings and has products priced again, and makes a key where one is named. The answer alone holds the
 * new key. Settings price products, so that they need the right to change those. Throws feature_disabled (404), missing_permission
 * (403), invalid_input (422), invalid_state (409) for settings in the marketplace view, which has none, and for too many keys.
 */
export async function saveKeys(ctx: Ctx, input: SaveKeysInput): Promise<IntegrationKeysDto> {
  const { name, scopes, expiresInDays = null, networks = [], placesOrders, ...sent } = input;
  const { viewer } = ctx;
  const at = ctx.clock.now();
  const currency = asCurrency(viewer.store.currency);
  const changes = toChanges(sent, currency, viewer.locale);
  if (Object.keys(changes).length > 0 || placesOrders !== undefined) requireVendor(ctx);
  if (Object.keys(changes).length > 0 && !can(viewer, 'write_products'))
    throw permissionRefusal(viewer, 'write_products');
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireIntegrations(tx);
    if (Object.keys(changes).length > 0)
      await saveSettings(ctx, tx, { vendorId: requireVendor(ctx), changes, currency });
    if (placesOrders !== undefined) await savePlacesOrders(ctx, tx, { vendorId: requireVendor(ctx), placesOrders });
    const request = name === undefined ? null : { name, scopes, expiresInDays, networks: [...new Set(networks)] };
    const isTest = makesTestKeys(ctx.env);
    const owner = findOwner(viewer);
    const key = request && (await createApiKey(tx, { vendorId: owner, viewer, at, isTest, request }));
    return readWith(ctx, tx, key);
  });
}

/**
 * Makes a key in the place of another, which works for a day more. The answer alone holds the new key. Throws feature_disabled (404),
 * not_found (404), missing_permission (403), invalid_state (409) where it has a replacement already.
 */
export async function replaceKey(ctx: Ctx, id: bigint): Promise<IntegrationKeysDto> {
  const { viewer } = ctx;
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireIntegrations(tx);
    const vendorId = findOwner(viewer);
    const made = await replaceApiKey(tx, {
      vendorId,
      id,
      viewer,
      at,
      isTest: makesTestKeys(ctx.env),
    });
    // What the old key had told goes on with the new one.
    await moveEndpointsOfKey(tx, vendorId, { from: toKeyActor(id), to: toKeyActor(made.id) });
    return readWith(ctx, tx, made.key);
  });
}

function toChanges(
  sent: Omit<SaveKeysInput, 'name' | 'scopes' | 'expiresInDays' | 'networks' | 'placesOrders'>,
  currency: Currency,
  locale: Locale,
): Partial<SyncSettings> {
  const { additionalCost, additionalFactor, skipPriceUpdate, skipContentUpdate } = sent;
  const cost = additionalCost === undefined ? undefined : readAmount(additionalCost, currency, locale);
  if (cost && !cost.ok) throw invalidInput([amountIssue('additionalCost', cost.refusal)]);
  const factor = additionalFactor === undefined ? undefined : parseFactor(additionalFactor);
  return {
    ...(cost === undefined ? {} : { additionalCostMinor: cost.value }),
    ...(factor === undefined ? {} : { additionalFactor: factor }),
    ...(skipPriceUpdate === undefined ? {} : { skipPriceUpdate }),
    ...(skipContentUpdate === undefined ? {} : { skipContentUpdate }),
  };
}

async function saveSettings(
  ctx: Ctx,
  tx: SqlTx,
  { vendorId, changes, currency }: { vendorId: bigint; changes: Partial<SyncSettings>; currency: Currency },
): Promise<void> {
  const at = ctx.clock.now();
  // Locks, so that two who save different settings at once both find theirs.
  const connection = await repo.findConnection(tx, vendorId, { lock: true });
  const before = await readSettings(tx, vendorId, currency);
  const after = { ...before, ...changes };
  await repo.saveSettings(tx, vendorId, after);
  await recordChange(ctx, tx, vendorId, [describe(before), describe(after)]);
  if (connection) await scheduleStoreSync(tx, ctx, { vendorId, at, roundAt: at });
}

/**
 * Has new orders placed in the own store from now on, or no longer; what was placed there stays and is followed. Throws missing_permission
 * (403), invalid_state (409) without a store, or where its access lacks orders.
 */
async function savePlacesOrders(
  ctx: Ctx,
  tx: SqlTx,
  { vendorId, placesOrders }: { vendorId: bigint; placesOrders: boolean },
): Promise<void> {
  const missing = ORDER_PERMISSIONS.find((permission) => !can(ctx.viewer, permission));
  if (missing) throw permissionRefusal(ctx.viewer, missing);
  const at = ctx.clock.now();
  const connection = await repo.findConnection(tx, vendorId, { lock: true });
  if (!connection) throw stateRefuses('store_not_connected');
  if (placesOrders && !grantsOrders(connection.scopes)) throw stateRefuses('store_lacks_orders');
  if (placesOrders === (connection.ordersSince !== null)) return;
  await repo.setOrdersSince(tx, vendorId, placesOrders ? at : null);
  await recordChange(ctx, tx, vendorId, placesOrders ? ['', 'placesOrders'] : ['placesOrders', '']);
}

const recordChange = (
  ctx: Ctx,
  tx: SqlTx,
  vendorId: bigint,
  settings: [before: string, after: string],
): Promise<void> =>
  recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'own-store',
      vendorId,
      action: 'own_store.settings',
      actor: ctx.viewer.actor,
      at: ctx.clock.now(),
      detail: { settings },
    },
  ]);

const describe = (one: SyncSettings): string =>
  [
    `${formatAmount(one.additionalCostMinor, one.currency)} + ${formatFactor(one.additionalFactor)} ×`,
    ...(one.skipPriceUpdate ? ['skipPriceUpdate'] : []),
    ...(one.skipContentUpdate ? ['skipContentUpdate'] : []),
  ].join(', ');

/**
 * Revokes one key, or disconnects the vendor's own store, or ends both with all keys. What was synced stays as it is. Throws
 * not_found (404) for a key that is not there.
 */
export async function revokeKeys(ctx: Ctx, { id, store }: RevokeInput): Promise<IntegrationKeysDto> {
  const { actor } = ctx.viewer;
  const vendorId = findOwner(ctx.viewer);
  if (store) requireVendor(ctx);
  const at = ctx.clock.now();
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireIntegrations(tx);
    if (!store) await revokeApiKeys(tx, { vendorId, id: id ?? null, actor, at });
    if (id === undefined && vendorId !== null) await disconnect(ctx, tx, vendorId);
    return readWith(ctx, tx, null);
  });
}

async function disconnect(ctx: Ctx, tx: SqlTx, vendorId: bigint): Promise<void> {
  const before = await repo.findConnection(tx, vendorId, { lock: true });
  if (!before) return;
  await repo.deleteConnection(tx, vendorId);
  await recordAudit(tx, [
    {
      subject: 'vendor',
      subjectId: String(vendorId),
      vendorId,
      action: 'shop_disconnected',
      actor: ctx.viewer.actor,
      at: ctx.clock.now(),
      detail: { shop: before.shop },
    },
  ]);
}
