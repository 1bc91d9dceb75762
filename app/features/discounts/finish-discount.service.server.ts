import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import type { DiscountWrite } from '#app/adapters/shopify/discounts-read.server.ts';
import { createDiscount, endDiscount } from '#app/adapters/shopify/discounts.server.ts';
import type { PlatformMinimum } from '#app/adapters/shopify/discounts-read.server.ts';
import { findDiscount } from '#app/adapters/shopify/discounts-read.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { obtainVendorCollection } from '#app/features/vendor-profiles/page/vendor-collection.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { planFinish } from './discount-jobs.server.ts';
import { decideDiscount } from './discount.ts';
import * as repo from './discounts.repo.server.ts';

/** Who acts where no person does. */
export const STORE_ACTOR: Actor = { kind: 'platform', id: 'store', name: '', role: 'store' };

/** By this the platform's discount is known as ours, where the answer that named its id was lost. */
const buildTag = (id: bigint): string => `souk-discount-${id}`;
/** The platform did not answer, or not in time: whether it did anything is not known. */
const isUnsure = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'platform_failed' || error.code === 'platform_throttled');

/**
 * Makes or ends a discount at the platform for somebody who waits. Where no answer comes it stays as it was asked for, and its job
 * goes on. What the platform refuses is taken back and thrown.
 */
export async function finishNow(services: Services, storeId: StoreId, id: bigint): Promise<void> {
  const scope = marketplaceScope(storeId);
  try {
    const end = await finishFirst(services, storeId, id);
    if (end) await services.db.fast(scope, end);
  } catch (error) {
    if (isUnsure(error)) return;
    if (error instanceof AppError) await services.db.fast(scope, (tx) => repo.deleteUnmade(tx, id));
    throw error;
  }
}

/** A name that is taken may be taken by this very discount: its job was faster, so that the tag is looked for before it is refused. */
async function finishFirst(services: Services, storeId: StoreId, id: bigint): Promise<JobEnd | undefined> {
  try {
    return await finish(services, storeId, id, { isRepeat: false });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    return finish(services, storeId, id, { isRepeat: true });
  }
}

/** The same as a job, which looks first whether an earlier call made it. What is refused now stays in the list and says so. */
export async function finishLater(services: Services, storeId: StoreId, id: bigint): Promise<JobEnd | undefined> {
  try {
    return await finish(services, storeId, id, { isRepeat: true });
  } catch (error) {
    if (isUnsure(error) || !(error instanceof AppError)) throw error;
    const refusal = error.reason ?? error.issues[0]?.rule ?? String(error.params['reason'] ?? error.code);
    return (tx) => refuse(services, tx, id, refusal);
  }
}

/** Longer than a call waits for its answer, so that whoever looks afterwards finds what it did. */
const SENDING_MS = MINUTE_MS;

/**
 * Makes or ends a discount where it is still to be made or ended: looked at and marked in one statement, so that what was decided since
 * is not sent. Throws platform_failed (502) while another call may be under way, so that a job comes again.
 */
async function finish(
  services: Services,
  storeId: StoreId,
  id: bigint,
  o: { isRepeat: boolean },
): Promise<JobEnd | undefined> {
  const scope = marketplaceScope(storeId);
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const platform = await services.adapters.platform(store.domain);
  const state = (await services.db.fast(scope, (tx) => repo.findDiscount(tx, id)))?.state;
  if (state !== 'creating' && state !== 'ending') return undefined;
  const now = services.clock.now();
  const until = new Date(now.getTime() + SENDING_MS);
  const marked = await services.db.fast(scope, (tx) => repo.markSending(tx, id, { state, now, until }));
  if (!marked) throw new AppError('platform_failed');
  try {
    return await send(services, platform, marked.row, { isRepeat: o.isRepeat || marked.wasSent });
  } finally {
    await services.db.fast(scope, (tx) => repo.endSending(tx, id, until));
  }
}

async function send(
  services: Services,
  platform: PlatformClient,
  row: repo.DiscountRow,
  { isRepeat }: { isRepeat: boolean },
): Promise<JobEnd> {
  const { id } = row;
  if (row.state === 'creating') {
    const platformId = await obtainDiscount(services, platform, row, isRepeat);
    return (tx) => confirm(services, tx, id, platformId);
  }
  const tag = buildTag(id);
  const platformId = row.platformId ?? (await findDiscount(platform, { method: row.method, name: row.name, tag }))?.id;
  const isThere = platformId !== undefined && (await endDiscount(platform, row.method, platformId));
  return (tx) =>
    confirmEnd(services, tx, id, { platformId: platformId ?? null, isRemoved: !isThere && !!row.platformId });
}

async function obtainDiscount(
  services: Services,
  platform: PlatformClient,
  row: repo.DiscountRow,
  isRepeat: boolean,
): Promise<bigint> {
  const { method, name } = row;
  const tag = buildTag(row.id);
  const made = isRepeat ? await findDiscount(platform, { method, name, tag }) : undefined;
  if (made) return made.id;
  const vendorIds = row.vendorId === null ? row.vendorIds : [row.vendorId];
  const collectionIds = await obtainCollections(services, platform, row.storeId as StoreId, vendorIds);
  return createDiscount(platform, toWrite(row, { collectionIds, tags: ['souk', tag] }));
}

/** The collections of vendors at the platform, made where they are missing. */
export async function obtainCollections(
  services: Services,
  platform: PlatformClient,
  storeId: StoreId,
  vendorIds: readonly bigint[],
): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (const vendorId of vendorIds) ids.push(await obtainVendorCollection(services, platform, storeId, vendorId));
  return ids;
}

/** A discount as the platform takes it. */
export function toWrite(row: repo.DiscountRow, more: Pick<DiscountWrite, 'collectionIds' | 'tags'>): DiscountWrite {
  const { method, name, startsAt, endsAt, onePerCustomer, usageLimit } = row;
  const amount = formatAmount(row.amountMinor ?? 0n, asCurrency(row.currency));
  return {
    method,
    name,
    startsAt,
    endsAt,
    onePerCustomer,
    usageLimit,
    value:
      row.valueType === 'percentage' ? { type: 'percentage', percent: row.percent ?? 0n } : { type: 'fixed', amount },
    minimum: toMinimum(row),
    ...more,
  };
}

function toMinimum({ minimumType, minimumMinor, minimumQuantity, currency }: repo.DiscountRow): PlatformMinimum {
  if (minimumType === 'none') return { type: 'none' };
  return minimumType === 'subtotal'
    ? { type: 'subtotal', amount: formatAmount(minimumMinor ?? 0n, asCurrency(currency)) }
    : { type: 'quantity', quantity: minimumQuantity ?? 1 };
}

async function confirm(services: Services, tx: SqlTx, id: bigint, platformId: bigint): Promise<void> {
  const row = await repo.findDiscount(tx, id, { lock: true });
  const next = row && decideDiscount(row.state, 'confirm');
  if (!next?.ok) return;
  const at = services.clock.now();
  await repo.updateDiscount(tx, id, { state: next.value, platformId, updatedAt: at });
  if (next.value === 'ending') await planFinish(tx, { id, dueAt: at, isEnd: true });
}

async function confirmEnd(
  services: Services,
  tx: SqlTx,
  id: bigint,
  { platformId, isRemoved }: { platformId: bigint | null; isRemoved: boolean },
): Promise<void> {
  const row = await repo.findDiscount(tx, id, { lock: true });
  if (!row) return;
  const next = decideDiscount(row.state, isRemoved ? 'remove' : 'confirm_end');
  if (!next.ok) return;
  const at = services.clock.now();
  await repo.updateDiscount(tx, id, { state: next.value, platformId, endsAt: row.endsAt ?? at, updatedAt: at });
}

async function refuse(services: Services, tx: SqlTx, id: bigint, refusal: string): Promise<void> {
  const row = await repo.findDiscount(tx, id, { lock: true });
  if (!row) return;
  const next = decideDiscount(row.state, 'refuse');
  if (!next.ok) return;
  const at = services.clock.now();
  await repo.updateDiscount(tx, id, { state: next.value, refusal: refusal.slice(0, 300), updatedAt: at });
  const about = { subject: 'discount', subjectId: String(id), vendorId: row.vendorId } as const;
  await recordAudit(tx, [{ ...about, action: 'discount.refused', actor: STORE_ACTOR, detail: {}, at }]);
}
