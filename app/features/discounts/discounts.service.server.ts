import {
  countAutomaticDiscounts,
  MAX_AUTOMATIC as MAX_STORE_AUTOMATIC,
} from '#app/adapters/shopify/discounts.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { countPages, cutPage, decodeCursor } from '#app/core/paging.ts';
import { rule } from '#app/core/rules.ts';
import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { readTimeline, recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { findVendorNames, requireVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { toDiscountDto } from './discount-dto.server.ts';
import {
  openGranted,
  readDiscountRules,
  refuseReservedName,
  requireDiscounts,
} from './discount-settings.service.server.ts';
import { canEnd, decideDiscount, MAX_AUTOMATIC, MAX_VENDORS_AUTOMATIC } from './discount.ts';
import type { DiscountDetailDto, DiscountDto, DiscountInput, DiscountsQuery } from './discounts.contract.ts';
import * as repo from './discounts.repo.server.ts';
import * as discountListRepoServer from './discount-list.repo.server.ts';
import { startSweep, planAnnouncement, planFinish } from './discount-jobs.server.ts';
import { finishNow, obtainCollections } from './finish-discount.service.server.ts';
import { readDiscount, type DiscountTerms } from './read-discount.ts';

/** A page of the viewer's discounts, newest first, with the counts of the statuses. Throws feature_disabled (404). */
export async function listDiscounts(ctx: Ctx, query: DiscountsQuery) {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  const now = ctx.clock.now();
  const automatic = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireDiscounts(tx);
    return readQuota(ctx, tx);
  });
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const filter = { status: query.status, q: query.q };
    const found = await discountListRepoServer.listDiscounts(tx, filter, { page: query.page, after, now });
    const { rows, cursor } = cutPage(found, (row) => row.createdAt);
    const counts = await discountListRepoServer.countDiscounts(tx, query.q, now);
    return {
      discounts: await toDtos(ctx, tx, rows),
      counts,
      count: counts[query.status],
      pageCount: countPages(counts[query.status]),
      cursor,
      automatic,
    };
  });
}

/** One discount with its history; another vendor's is not_found (404). */
export function getDiscount(ctx: Ctx, id: bigint): Promise<DiscountDetailDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireDiscounts(tx);
    const row = await requireRow(tx, id);
    const events = await readTimeline(tx, 'discount', String(id));
    return {
      discount: await toDto(ctx, tx, row),
      history: events.map(({ at, action, actor }) => ({
        at: at.toISOString(),
        event: action.replace(/^discount\./, ''),
        by: actor.name,
      })),
    };
  });
}

/**
 * Makes a discount: for the vendor that the viewer acts for, or for the marketplace, whose vendors and bearer it names. The intent
 * is kept before the platform is asked; where its answer is lost the discount is `pending` and a job goes on. Throws invalid_input
 * (422), not_found (404) for vendors that are not the viewer's, missing_permission (403) for a bearer that only admins name and
 * for an admin without the right to pay out, invalid_state (409) without the store's access or beyond the number of automatic ones, platform_refused (422).
 */
export async function createDiscount(ctx: Ctx, input: DiscountInput): Promise<DiscountDto> {
  const { viewer } = ctx;
  const { store, vendorScope } = viewer;
  const now = ctx.clock.now();
  await ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireDiscounts(tx);
    for (const vendorId of new Set(input.vendorIds)) await requireVendor(tx, vendorId);
  });
  const vendorId = vendorScope === '*' ? null : vendorScope;
  if ((vendorId === null || (input.liableParty ?? 'vendor') !== 'vendor') && !can(viewer, 'switch_vendor'))
    throw new AppError('missing_permission', { permission: 'switch_vendor' });
  // A vendor decides about its own money; an admin's discount decides what is paid out to vendors.
  if (viewer.isAdmin) await assertMayPayOut(ctx);
  const currency = asCurrency(store.currency);
  const terms = readDiscount(input, { currency, locale: viewer.locale, timezone: store.timezone, now });
  await ctx.db.fast(marketplaceScope(store.id), (tx) => requireAllowed(tx, { input, terms, vendorId }));
  const platform = await openGranted(ctx);
  if (terms.method === 'automatic' && (await countAutomaticDiscounts(platform)) >= MAX_STORE_AUTOMATIC)
    throw stateRefuses('store_discounts_full', { limit: MAX_STORE_AUTOMATIC });
  const vendorIds = vendorId === null ? [...new Set(input.vendorIds)].sort((a, b) => (a < b ? -1 : 1)) : [];
  // Before the intent, because many take a while: its job waits for one call alone.
  await obtainCollections(ctx, platform, store.id, vendorId === null ? vendorIds : [vendorId]);
  const id = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if (terms.method === 'automatic') await takeAutomaticPlace(tx, vendorId, now);
    const made = await repo.insertDiscount(tx, { ...terms, vendorId, vendorIds, currency, at: now });
    if (made === undefined) throw nameTaken();
    await recordEvent(ctx, tx, { id: made, vendorId }, 'created');
    await planFinish(tx, { id: made, dueAt: new Date(now.getTime() + ANSWER_WAIT_MS) });
    await startSweep(tx, now);
    if (viewer.isAdmin && terms.vendorPercent > 0n) await planAnnouncement(tx, made, now);
    return made;
  });
  await finishNow(ctx, store.id, id);
  return readDto(ctx, id);
}

/** Ends a discount now. Ending what has ended changes nothing. Throws not_found (404) for another's, invalid_state (409) without access. */
export async function deleteDiscount(ctx: Ctx, id: bigint): Promise<DiscountDto> {
  const { viewer } = ctx;
  const now = ctx.clock.now();
  const found = await ctx.db.fast(scopeOf(viewer), async (tx) => {
    await requireDiscounts(tx);
    return requireRow(tx, id);
  });
  if (!canEnd(found, now)) return readDto(ctx, id);
  await openGranted(ctx);
  await ctx.db.fast(scopeOf(viewer), async (tx) => {
    const row = await repo.findDiscount(tx, id, { lock: true });
    if (!row) throw new AppError('not_found');
    const next = decideDiscount(row.state, 'end');
    // Somebody else ended it at the same moment: it is ended, and recorded once.
    if (!next.ok || next.value === row.state) return;
    await repo.updateDiscount(tx, id, { state: next.value, updatedAt: now });
    await recordEvent(ctx, tx, row, 'ended');
    await planFinish(tx, { id, dueAt: new Date(now.getTime() + ANSWER_WAIT_MS), isEnd: true });
  });
  await finishNow(ctx, viewer.store.id, id);
  return readDto(ctx, id);
}

/** A job looks after what was asked of the platform and not confirmed by then. */
const ANSWER_WAIT_MS = MINUTE_MS;

type Wanted = { input: DiscountInput; terms: DiscountTerms; vendorId: bigint | null };

/** What the marketplace's own rules refuse: a name that is kept, and a discount of all vendors that they could not refuse. */
async function requireAllowed(tx: SqlTx, { input, terms, vendorId }: Wanted): Promise<void> {
  if (vendorId !== null) return refuseReservedName(tx, terms.nameKey);
  const isForAll = input.vendorIds.length === 0 && terms.vendorPercent > 0n;
  if (isForAll && (await readDiscountRules(tx)).vendorsMayRefuse) {
    const message = rule('discount_names_vendors');
    throw invalidInput([{ path: 'vendorIds', rule: 'discount_names_vendors', message }]);
  }
}

/** The automatic discounts that the viewer can have, and how many of them are in use. Needs the marketplace's scope. */
export async function readQuota({ viewer, clock }: Ctx, tx: SqlTx): Promise<{ used: number; maximum: number }> {
  const vendorId = viewer.vendorScope === '*' ? null : BigInt(viewer.vendorScope);
  const counts = await repo.countAutomatic(tx, vendorId, clock.now());
  if (vendorId === null) return { used: counts.all, maximum: MAX_AUTOMATIC };
  return { used: counts.ofVendor, maximum: (await readDiscountRules(tx)).vendorQuota };
}

/** Some places are kept for the marketplace, and of the others nobody takes more than the marketplace allows. */
async function takeAutomaticPlace(tx: SqlTx, vendorId: bigint | null, now: Date): Promise<void> {
  await repo.lockAutomatic(tx);
  const { all, ofVendors, ofVendor } = await repo.countAutomatic(tx, vendorId, now);
  if (vendorId !== null) {
    const { vendorQuota } = await readDiscountRules(tx);
    if (ofVendor >= vendorQuota) throw stateRefuses('discounts_of_vendor_full', { limit: vendorQuota });
    if (ofVendors >= MAX_VENDORS_AUTOMATIC) throw stateRefuses('discounts_full', { limit: MAX_VENDORS_AUTOMATIC });
  }
  if (all >= MAX_AUTOMATIC) throw stateRefuses('discounts_full', { limit: MAX_AUTOMATIC });
}

const nameTaken = () => invalidInput([{ path: 'name', rule: 'taken', message: rule('discount_name_taken') }]);

function recordEvent(
  ctx: Ctx,
  tx: SqlTx,
  { id, vendorId }: { id: bigint; vendorId: bigint | null },
  event: 'created' | 'ended',
): Promise<void> {
  const { actor } = ctx.viewer;
  const about = { subject: 'discount', subjectId: String(id), vendorId } as const;
  return recordAudit(tx, [{ ...about, action: `discount.${event}`, actor, detail: {}, at: ctx.clock.now() }]);
}

async function requireRow(tx: SqlTx, id: bigint): Promise<repo.DiscountRow> {
  const row = await repo.findDiscount(tx, id);
  if (!row) throw new AppError('not_found');
  return row;
}

const readDto = (ctx: Ctx, id: bigint): Promise<DiscountDto> =>
  ctx.db.fast(scopeOf(ctx.viewer), async (tx) => toDto(ctx, tx, await requireRow(tx, id)));

async function toDtos(ctx: Ctx, tx: SqlTx, rows: readonly repo.DiscountRow[]): Promise<DiscountDto[]> {
  const ids = rows.flatMap((row) => row.vendorIds);
  const names = ids.length === 0 ? new Map<bigint, string>() : await findVendorNames(tx, ids);
  const { store } = ctx.viewer;
  const seen = { now: ctx.clock.now(), timezone: store.timezone, mayAct: can(ctx.viewer, 'write_products'), names };
  return rows.map((row) => toDiscountDto(row, seen));
}

async function toDto(ctx: Ctx, tx: SqlTx, row: repo.DiscountRow): Promise<DiscountDto> {
  const [dto] = await toDtos(ctx, tx, [row]);
  if (!dto) throw new AppError('not_found');
  return dto;
}
