import type { PlatformProduct } from '#app/adapters/shopify/products/products.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { AuditEntry } from '#app/platform/audit/audit.ts';
import { ensureVendors } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { differencesBetween, type Content } from '../review/differences.ts';
import * as repo from './external-change.repo.server.ts';
import { markDeleted, refreshTotals, wholeSecond } from './mirror.repo.server.ts';
import { mirrorProducts } from './mirror.service.server.ts';
import { asLogged } from '../review/product-change.ts';
import { toContent } from '../review/product-content.ts';
import { markOfLive } from '../editing/content-hash.server.ts';

/** Who changes products outside of the app; the platform does not say which person or program it was. */
const STORE_ADMIN: Actor = { kind: 'platform', id: 'store-admin', name: '', role: 'store-admin' };
/** Longer than the platform takes for what we ask of it. */
const ACTING_MS = 2 * MINUTE_MS;

/** A product before something was written over it. */
type Watched = { state: repo.StoredState; content: Content };

/** What was told or read of a product: since when, and by which mark of a save it would be our own doing. */
export type ReportedChange = { id: bigint; updatedAt: Date; mark?: string | undefined };

/**
 * Looks at products before what was heard of them is written, and takes them until the transaction ends. Watched are those
 * that changed since: not a word that came twice or late, not one of the same second (a reading settles that), not what we
 * never read whole, and not what we are doing ourselves.
 */
export async function watch(
  tx: SqlTx,
  reported: readonly ReportedChange[],
  o: { currency: string; now: Date; isRead: boolean },
): Promise<Watched[]> {
  const of = new Map(reported.map((one) => [one.id, one]));
  const states = (await repo.lockStates(tx, [...of.keys()])).filter((state) => {
    const one = of.get(state.id);
    const [ours, theirs] = [state.platformUpdatedAt, wholeSecond(one?.updatedAt ?? o.now)].map((at) => at.getTime());
    const isLater = (theirs ?? 0) > (ours ?? 0) || (o.isRead && theirs === ours);
    return isLater && !state.isUnread && !isOwn(state, one?.mark, o);
  });
  const variants = await repo.listVariantsOf(
    tx,
    states.map((state) => state.id),
  );
  return states.map((state) => ({ state, content: comparable(state, variants, o.currency) }));
}

/**
 * A save of ours is known by its mark where the product was read; a webhook tells too little for that, so that what comes soon
 * after one began counts as ours.
 */
function isOwn(state: repo.StoredState, mark: string | undefined, o: { now: Date; isRead: boolean }): boolean {
  if (state.actedUntil !== null && state.actedUntil > o.now) return true;
  if (state.saveMark === null || state.saveStartedAt === null) return false;
  return o.isRead ? state.saveMark === mark : state.saveStartedAt.getTime() > o.now.getTime() - ACTING_MS;
}

function comparable(
  state: repo.StoredState,
  variants: Awaited<ReturnType<typeof repo.listVariantsOf>>,
  currency: string,
): Content {
  const content = toContent(state, variants.get(state.id) ?? [], currency);
  // Webhooks and readings name the kind of a medium differently.
  const media = content.media.map((medium) => ({ ...medium, id: medium.id?.replace(/^.*\//, '') }));
  return { ...content, media };
}

/** Appends to the log what changed of watched products, as the store admin's doing. */
export async function logWatched(tx: SqlTx, watched: readonly Watched[], o: { currency: string }): Promise<void> {
  if (watched.length === 0) return;
  const ids = watched.map(({ state }) => state.id);
  const now = new Map((await repo.lockStates(tx, ids)).map((state) => [state.id, state]));
  const variants = await repo.listVariantsOf(tx, ids);
  await recordAudit(
    tx,
    watched.flatMap(({ state: before, content }): AuditEntry[] => {
      const after = now.get(before.id);
      if (!after) return [];
      const detail = {
        ...asLogged(differencesBetween(content, comparable(after, variants, o.currency), { isWhole: true })),
        ...(sameTags(before.tags, after.tags) ? {} : { tags: [before.tags, after.tags] }),
        // A vendor that got another name is the same vendor.
        ...(before.vendorId === after.vendorId ? {} : { vendor: [before.vendorName, after.vendorName] }),
        ...(before.status === after.status ? {} : { status: [before.status, after.status] }),
      };
      if (Object.keys(detail).length === 0) return [];
      return [buildEntry(after, { action: 'updated', detail, at: after.platformUpdatedAt })];
    }),
  );
}

/** Whether two lists hold the same tags: the platform sorts them, and does not count their case. */
const sameTags = (one: readonly string[], other: readonly string[]): boolean =>
  [one, other]
    .map((tags) =>
      [...tags]
        .map((tag) => tag.toLowerCase())
        .sort()
        .join('\n'),
    )
    .every((text, _, [first]) => text === first);

/**
 * Marks products as deleted, and logs those that were there until now: as the doing of whoever of us is deleting one, whose
 * own answer may have been lost, else as the store admin's.
 */
export async function markDeletedExternally(tx: SqlTx, ids: readonly bigint[], now: Date): Promise<void> {
  const stored = await repo.lockStates(tx, ids);
  await markDeleted(tx, ids, now);
  await logDeleted(tx, stored, now);
}

/** Marks a product as deleted by one of us, and logs it where nobody heard of it before. */
export async function markDeletedHere(tx: SqlTx, id: bigint, deleting: repo.Deleting, now: Date): Promise<void> {
  const stored = await repo.lockStates(tx, [id]);
  await markDeleted(tx, [id], now);
  await logDeleted(
    tx,
    stored.map((state) => ({ ...state, actedAs: deleting, actedUntil: null })),
    now,
  );
}

type Gone = Pick<repo.StoredState, 'id' | 'vendorId' | 'status'> &
  Partial<Pick<repo.StoredState, 'actedAs' | 'actedUntil'>>;

/** Logs products that are marked as deleted, with the state that each had before. */
export function logDeleted(tx: SqlTx, gone: readonly Gone[], now: Date): Promise<void> {
  return recordAudit(
    tx,
    gone.map((state) => {
      const isOurs = state.actedAs != null && (state.actedUntil == null || state.actedUntil > now);
      const entry = buildEntry(state, { action: 'deleted', detail: { status: [state.status, 'DELETED'] }, at: now });
      return isOurs ? { ...entry, ...state.actedAs } : entry;
    }),
  );
}

const buildEntry = (
  { id, vendorId }: Pick<repo.StoredState, 'id' | 'vendorId'>,
  o: { action: string; detail: object; at: Date },
): AuditEntry => ({
  subject: 'product',
  subjectId: String(id),
  vendorId,
  actor: STORE_ADMIN,
  ...o,
});

/**
 * Writes products that were read whole, and logs what somebody changed of them elsewhere. As mirrorProducts. `versions` is how
 * they stood before they were read: what changed here meanwhile, within the second that the platform names, may be newer than
 * what was read. It is left as it is, and its ids are returned, to be read again.
 */
export async function mirrorAndLog(
  tx: SqlTx,
  products: readonly PlatformProduct[],
  o: { currency: string; now: Date; readFrom?: Date; versions?: ReadonlyMap<bigint, string> },
): Promise<bigint[]> {
  // Vendors before products, as everybody locks them.
  await ensureVendors(
    tx,
    products.map((live) => live.vendor),
    o.now,
  );
  const read = products.map(({ id, updatedAt }) => ({ id, at: wholeSecond(updatedAt) }));
  const overtaken = o.versions ? await repo.lockOvertaken(tx, read, o.versions) : new Set<bigint>();
  const certain = products.filter(({ id }) => !overtaken.has(id));
  const reported = certain.map((live) => ({ id: live.id, updatedAt: live.updatedAt, mark: markOfLive(live) }));
  const watched = await watch(tx, reported, { ...o, isRead: true });
  await mirrorProducts(tx, certain, o);
  await logWatched(tx, watched, o);
  return [...overtaken];
}

type Acting = Pick<Ctx, 'db' | 'clock'> & { readonly viewer: { readonly store: Pick<Ctx['viewer']['store'], 'id'> } };

/**
 * Notes before the platform is asked that what it tells of the product in the next moments is our own doing, and whose where
 * it is deleted.
 */
export async function startActing(ctx: Acting, id: bigint, deleting?: repo.Deleting): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + ACTING_MS);
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.markActing(tx, id, until, deleting));
}

/** Notes in the transaction that takes our doing in that it has ended. */
export const endActing = (tx: SqlTx, id: bigint): Promise<void> => repo.markActing(tx, id, null);

/** Takes in the words that we gave a product at the platform, unless it told us of a later change meanwhile. */
export async function takeTexts(
  tx: SqlTx,
  id: bigint,
  o: { title: string; bodyHtml: string; changedAt: Date },
): Promise<void> {
  if (await repo.writeTexts(tx, id, { ...o, changedAt: wholeSecond(o.changedAt) })) await refreshTotals(tx, [id]);
}
