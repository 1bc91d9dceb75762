import type { PlatformDiscount } from '#app/adapters/shopify/discounts-read.server.ts';
import { readDiscounts } from '#app/adapters/shopify/discounts-read.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { listVendorCollections } from '#app/features/vendor-profiles/page/vendor-collection.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import {
  startSweep,
  DISCOUNT_FINISH,
  DISCOUNT_REFRESH,
  DISCOUNT_SWEEP,
  planAnnouncement,
  planFinish,
  planSweep,
} from './discount-jobs.server.ts';
import { decideDiscount } from './discount.ts';
import * as repo from './discounts.repo.server.ts';
import { STORE_ACTOR } from './finish-discount.service.server.ts';
import { compareReported } from './reported-discount.ts';

const PAGE = 100;
const KEEP_DONE_MS = 7 * DAY_MS;

/** Plans reading a discount again that the platform told of; those that were not made here are no concern of ours. */
export async function planRefresh(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  platformId: bigint,
): Promise<void> {
  const id = await repo.findIdByPlatform(tx, platformId);
  if (id === undefined) return;
  await services.jobs.enqueue(tx, DISCOUNT_REFRESH, { discountId: String(id) }, { key: String(id) });
}

/** Reads one discount again: what was changed in the store admin is taken over, and that it was deleted there is noticed. */
export async function refreshDiscount(services: Services, storeId: StoreId, id: bigint): Promise<JobEnd | undefined> {
  const row = await services.db.fast(marketplaceScope(storeId), (tx) => repo.findDiscount(tx, id));
  if (row?.platformId == null || row.state === 'removed') return undefined;
  const { platformId } = row;
  const found = await readFromStore(services, storeId, [platformId]);
  return found && ((tx) => takeOver(services, tx, id, found.get(platformId)));
}

/** Compares every discount of a store with the platform's, and plans the next comparison while there is any. */
export async function sweepDiscounts(services: Services, storeId: StoreId): Promise<JobEnd | undefined> {
  const scope = marketplaceScope(storeId);
  let after = 0n;
  for (;;) {
    const from = after;
    const rows = await services.db.fast(scope, (tx) => repo.listLive(tx, from, PAGE));
    if (rows.length === 0) break;
    after = rows.at(-1)?.id ?? after;
    const found = await readFromStore(
      services,
      storeId,
      rows.map(({ platformId }) => platformId),
    );
    if (!found) return undefined;
    await services.db.fast(scope, async (tx) => {
      for (const { id, platformId } of rows) await takeOver(services, tx, id, found.get(platformId));
    });
  }
  const now = services.clock.now();
  return async (tx) => {
    for (const kind of [DISCOUNT_FINISH, DISCOUNT_SWEEP])
      await deleteDoneJobs(tx, kind, new Date(now.getTime() - KEEP_DONE_MS));
    if ((await repo.listLive(tx, 0n, 1)).length > 0) await planSweep(tx, now);
  };
}

/** Begins comparing again once a store was installed or came back. */
export async function resumeDiscounts(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    if ((await repo.listLive(tx, 0n, 1)).length > 0) await startSweep(tx, services.clock.now());
  });
}

/** Discounts as the store has them by their ids there; undefined for a store that is gone. */
async function readFromStore(
  services: Services,
  storeId: StoreId,
  ids: readonly bigint[],
): Promise<Map<bigint, PlatformDiscount> | undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const found = await readDiscounts(await services.adapters.platform(store.domain), ids);
  return new Map(found.map((one) => [one.id, one]));
}

/** Who asked for a change that the platform states now; its bearer needs not be told of it. */
export type Editor = { actor: Actor; isBearer: boolean };

/**
 * Keeps a discount as the platform states it, undefined for one that is gone there. What differs was changed in the store admin, unless
 * a change was asked for here: that is `editor`'s, or where the answer was lost nobody's known.
 */
export async function takeOver(
  services: Pick<Services, 'clock'>,
  tx: SqlTx,
  id: bigint,
  found: PlatformDiscount | undefined,
  editor?: Editor,
): Promise<void> {
  const row = await repo.findDiscount(tx, id, { lock: true });
  if (!row) return;
  const at = services.clock.now();
  if (!found) {
    const next = decideDiscount(row.state, 'remove');
    if (!next.ok) return;
    await repo.updateDiscount(tx, id, { state: next.value, changedInStoreAt: at, updatedAt: at });
    await recordChange(tx, row, 'removed_in_store', at);
    return;
  }
  // What was ended here differs by its end alone. A change that arrived at the platform after the end made it run again.
  if (row.state !== 'live') return row.editRequestedAt === null ? undefined : endAgain(tx, row, found, at);
  const owners = row.vendorId === null ? row.vendorIds : [row.vendorId];
  const ownCollections = owners.length === 0 ? [] : await listVendorCollections(tx, owners);
  const changes = compareReported(row, found, { ownCollections, currency: asCurrency(row.currency) });
  // Titles need not be unique in the store: another's stays the other's, and this one keeps the name it is known by.
  if (changes.nameKey !== undefined && (await repo.isNameTaken(tx, row, changes.nameKey))) {
    delete changes.name;
    delete changes.nameKey;
  }
  const isUsed = found.usedCount !== row.usedCount;
  const isChanged = Object.keys(changes).length > 0;
  const isEdit = row.editRequestedAt !== null;
  if (!isUsed && !isChanged && !isEdit) return;
  const marks = isChanged ? { updatedAt: at, ...(isEdit ? {} : { changedInStoreAt: at }) } : {};
  await repo.updateDiscount(tx, id, { ...changes, ...marks, editRequestedAt: null, usedCount: found.usedCount });
  if (!isChanged) return;
  await recordChange(tx, row, isEdit ? 'edited' : 'changed_in_store', at, editor?.actor);
  if (row.vendorPercent > 0n && !editor?.isBearer) await planAnnouncement(tx, id, at);
}

/** Ends a discount once more that was ended while a change of it was on its way, where that change gave it another end. */
async function endAgain(tx: SqlTx, row: repo.DiscountRow, found: PlatformDiscount, at: Date): Promise<void> {
  const { id, state } = row;
  const next = decideDiscount(state, 'confirm');
  const isRunning = found.endsAt === null || found.endsAt > at;
  if (!next.ok || !isRunning) return repo.markEdit(tx, id, null);
  await repo.updateDiscount(tx, id, { state: next.value, editRequestedAt: null, updatedAt: at });
  await planFinish(tx, { id, dueAt: at, isEnd: true });
}

function recordChange(
  tx: SqlTx,
  { id, vendorId }: repo.DiscountRow,
  event: string,
  at: Date,
  actor: Actor = STORE_ACTOR,
): Promise<void> {
  const about = { subject: 'discount', subjectId: String(id), vendorId } as const;
  return recordAudit(tx, [{ ...about, action: `discount.${event}`, actor, detail: {}, at }]);
}
